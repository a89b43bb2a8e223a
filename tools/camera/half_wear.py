"""What a camera does to a patch, each time differently: blur, noise, blocks, shade."""

import math

import torch
from torch.nn import functional


def worn(patches: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Patches of greys from 0 to 255, each worn in its own way."""
    x = patches
    x = _toned(x, random)
    x = _blurred(x, random)
    x = _coarse(x, random)
    x = _noisy(x, random)
    x = _blocky(x, random)
    return _hidden(x, random).clamp(0, 255)


def _uniform(n: int, random: torch.Generator, low: float = 0, high: float = 1) -> torch.Tensor:
    return torch.rand(n, 1, 1, 1, generator=random) * (high - low) + low


def _toned(x: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    n = len(x)
    gamma = torch.exp(_uniform(n, random, -0.6, 0.6))
    x = 255 * (x / 255) ** gamma
    contrast = _uniform(n, random, 0.35, 1)
    x = x * contrast + _uniform(n, random) * 255 * (1 - contrast)
    return torch.where(_uniform(n, random) < 0.12, 255 - x, x)


def _kernels(random: torch.Generator) -> torch.Tensor:
    """Sixteen small kernels: round blur of any width, and some that smear along a direction."""
    y, x = torch.meshgrid(torch.arange(-4.0, 5), torch.arange(-4.0, 5), indexing="ij")
    kernels = []
    for i in range(16):
        angle = float(torch.rand(1, generator=random)) * math.pi
        wide = 0.1 + float(torch.rand(1, generator=random)) ** 2 * 1.9
        narrow = wide if i % 3 else wide * 0.3 + 0.05
        u, v = x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)
        kernel = torch.exp(-((u / wide) ** 2 + (v / narrow) ** 2) / 2)
        kernels.append(kernel / kernel.sum())
    return torch.stack(kernels)[:, None]


def _blurred(x: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    n = len(x) // 16 * 16
    groups = functional.pad(x[:n], (4, 4, 4, 4), mode="replicate").view(n // 16, 16, 40, 40)
    return torch.cat(
        [functional.conv2d(groups, _kernels(random), groups=16).reshape(n, 1, 32, 32), x[n:]]
    )


def _coarse(x: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """A fifth as if the half were only 9 to 22 pixels wide."""
    share = len(x) // 10
    parts = [x[: -2 * share]]
    for part in (x[-2 * share : -share], x[-share:]):
        side = int(torch.randint(9, 23, (1,), generator=random))
        small = functional.interpolate(part, size=(side, side), mode="area")
        parts.append(functional.interpolate(small, size=(32, 32), mode="bilinear"))
    return torch.cat(parts)


def _noisy(x: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    strength = _uniform(len(x), random) ** 3 * 16
    noise = torch.randn(x.shape, generator=random)
    smooth = functional.avg_pool2d(noise, 3, 1, 1) * 2
    return x + strength * torch.where(_uniform(len(x), random) < 0.4, smooth, noise)


def _blocky(x: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """A quarter loses what JPEG loses: fine waves in squares of 8."""
    n = len(x) // 4
    k = torch.arange(8.0)
    waves = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) * 0.5
    waves[0] /= math.sqrt(2)
    dx, dy = (int(torch.randint(0, 8, (1,), generator=random)) for _ in range(2))
    part = torch.roll(x[:n], (dx, dy), (2, 3)).view(n, 4, 8, 4, 8).permute(0, 1, 3, 2, 4)
    step = (_uniform(n, random, 2, 14)[..., None]) * (1 + k[:, None] + k[None, :]) * 0.6
    levels = torch.round(waves @ part @ waves.T / step) * step
    part = (waves.T @ levels @ waves).permute(0, 1, 3, 2, 4).reshape(n, 1, 32, 32)
    return torch.cat([torch.roll(part, (-dx, -dy), (2, 3)), x[n:]])


def _hidden(x: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """A sixth has something over one edge, at most a sixth of the half deep."""
    n = len(x)
    i = torch.arange(32)
    depth = _uniform(n, random, 1, 6)[:, :, 0]
    side = torch.randint(0, 4, (n, 1), generator=random)
    near = torch.where(side % 2 == 0, i[None].float(), 31 - i[None].float())
    cover = near[:, None] < depth
    full = torch.where((side < 2)[:, :, None, None], cover[:, :, None, :], cover[:, :, :, None])
    hidden = full & (_uniform(n, random) < 0.16)
    return torch.where(hidden, _uniform(n, random) * 255, x)
