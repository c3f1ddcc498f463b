/** Preloaded with NODE_OPTIONS=--import: shifts the clock by CLOCK_SHIFT_MS; timers are not affected. */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const RealDate = globalThis.Date
const now = () => RealDate.now() + shift

const ShiftedDate = new Proxy(RealDate, {
  construct: (target, given, self) => Reflect.construct(target, given.length > 0 ? given : [now()], self),
  apply: (target) => new target(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
RealDate.prototype.constructor = ShiftedDate
globalThis.Date = ShiftedDate
