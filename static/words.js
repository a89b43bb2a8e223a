// What the scripts say: `words(id, { count: 2 })` is the message `script.` and that id of the
// catalogue. The server puts `WORDINGS`, and `pluralForm` of its language, before this.
// A name that runs leftward doesn't turn round what is beside it.

const words = (() => {
  const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
  const shown = (value) => {
    if (value < 0) return `\u2212${-value}`;
    return LEFTWARD.test(value) ? `\u2068${value}\u2069` : String(value);
  };
  return (id, args = {}) => {
    const wording = WORDINGS[id];
    if (wording === undefined) throw new Error(`no wording for script.${id}`);
    const text = Array.isArray(wording) ? wording[pluralForm(Math.abs(args.count))] : wording;
    return text.replace(/\{(\w+)\}/g, (_, name) => shown(args[name]));
  };
})();
