"""How the nets learn: many small steps, and the mean of the last ones counts."""

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn


class Descent:
    """AdamW at a pace that rises and falls once, and the moving mean of the weights."""

    def __init__(
        self, net: nn.Sequential, steps: int, pace: float, rise: float, memory: float
    ) -> None:
        self.net = net
        self._mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(memory), use_buffers=True)
        self._optimizer = torch.optim.AdamW(net.parameters(), 1e-3, weight_decay=0.01)
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimizer, pace, total_steps=steps, pct_start=rise
        )

    def step(self, loss: torch.Tensor, longest: float = float("inf")) -> float:
        """One step down, its gradient no longer than `longest`. Gives the loss as a number."""
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        if longest < float("inf"):
            nn.utils.clip_grad_norm_(self.net.parameters(), longest)
        self._optimizer.step()
        self._schedule.step()
        self._mean.update_parameters(self.net)
        return loss.item()

    def mean(self) -> nn.Sequential:
        """The net with the mean of the weights of the last steps."""
        net = self._mean.module.eval()
        assert isinstance(net, nn.Sequential)
        return net
