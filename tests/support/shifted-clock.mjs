/** Preloaded with NODE_OPTIONS=--import. Shifts the clock by CLOCK_SHIFT_MS; timers are not affected. */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const RealDate = globalThis.Date
const getNow = () => RealDate.now() + shift

const ShiftedDate = new Proxy(RealDate, {
  construct: (target, given, self) => Reflect.construct(target, given.length > 0 ? given : [getNow()], self),
  apply: (target) => new target(getNow()).toString(),
  get: (target, name) => (name === 'now' ? getNow : Reflect.get(target, name)),
})
RealDate.prototype.constructor = ShiftedDate
globalThis.Date = ShiftedDate
