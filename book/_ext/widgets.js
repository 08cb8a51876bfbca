// Mounts a page's anywidget figures from the state that the build embedded in it.
// A classic script, because browsers refuse modules from file://.
document.addEventListener("DOMContentLoaded", () => {
  const read = (kind) =>
    [...document.querySelectorAll(`script[type$="widget-${kind}+json"]`)].map((script) => [
      script,
      JSON.parse(script.textContent),
    ]);
  const embedded = read("state").map(([, found]) => found);
  const states = Object.assign({}, ...embedded.map(({ state }) => state));
  for (const { state, texts } of embedded)
    if (texts)
      for (const model of Object.values(state))
        for (const [name, value] of Object.entries(model.state))
          if (Number.isInteger(value?.text)) model.state[name] = texts[value.text];
  const models = {};

  function dress(text) {
    const style = document.createElement("style");
    style.textContent = text;
    document.head.append(style);
    return style;
  }

  // The style that all figures share. A figure that contains it finds it here by its id.
  for (const { sheet } of embedded) if (sheet) dress(sheet).id = "lf-shared";

  // The part of anywidget's model that works without a kernel.
  function Model(state) {
    const listeners = {};
    const emit = (event, ...args) => (listeners[event] || []).forEach((f) => f(...args));
    this.get = (name) => state[name];
    this.set = (name, value) => {
      if (state[name] === value) return;
      state[name] = value;
      emit(`change:${name}`, this, value);
      emit("change", this);
    };
    this.on = (event, f) => {
      listeners[event] = [...(listeners[event] || []), f];
    };
    this.off = (event, f) => {
      listeners[event] = f ? (listeners[event] || []).filter((g) => g !== f) : [];
    };
    this.save_changes = this.send = () => {};
  }

  // All views of a model share it, and each runs its own render.
  async function start(id) {
    const { state } = states[id];
    const url = URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" }));
    const module = await import(url);
    const widget = module.default || module;
    const parts = typeof widget === "function" ? await widget() : widget;
    const model = new Model(state);
    if (parts.initialize) await parts.initialize({ model });
    dress(state._css || "");
    return { model, render: parts.render };
  }

  async function mount(script, id) {
    const el = document.createElement("div");
    el.style.minHeight = `${script.offsetHeight}px`; // the space that the page reserved
    script.replaceWith(el);
    try {
      const { model, render } = await (models[id] ??= start(id));
      await render({ model, el });
    } catch (error) {
      el.textContent = "This figure could not be drawn.";
      throw error;
    } finally {
      el.style.minHeight = "";
      // A reader who came for this figure has seen it grow beyond the screen.
      el.closest(":target")?.scrollIntoView();
    }
  }

  read("view").forEach(([script, { model_id }]) => mount(script, model_id));
});
