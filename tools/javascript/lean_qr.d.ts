// What the scripts use of static/vendor/lean-qr: its own text is compressed and not checked.
export function generate(text: string): {
  toCanvas(canvas: Element, look: { on: number[]; off: number[]; pad: number }): void;
};
