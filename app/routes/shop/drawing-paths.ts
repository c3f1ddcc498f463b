/** Half of the plan view with the nose up; the other half is mirrored. */
export const halfPlan =
  'M0 22c5 0 8 6 9 16l3 24c.5 6 1 8 1 12l104 5c7 0 11 3 11 8l-1 20c0 4-3 6-8 6l-107 5-4 52 34 6c4 1 5 3 5 6l-1 9c0 3-2 4-5 4l-35 1-3 8H0'
/** Half of the front view, 250 wide, from 278 to 338. */
export const halfFront =
  'M0 278c9 0 14 7 15 17l1 6 109-11c4 0 4 6 0 6l-109 16c-3 8-9 11-16 11M13 318l18 20M33 332c4 0 6 5 6 12s-2 12-6 12-6-5-6-12 2-12 6-12z'
/** Spray boom of one side, in the front view. */
export const sprayBoom = 'M44 317h64M48 317v4M68 317v4M88 317v4M108 317v4'

/** Side view with the nose to the left, 230 wide, 40 above and 55 below the thrust line. */
export const sideView = [
  'M8-2c4-8 12-12 24-13l38-3 16-17c3-3 7-4 12-4h14c6 0 10 2 13 6l12 17 64 9 22-26h14l-5 36c-1 5-4 6-9 7l-112 13c-30 3-60 3-78 0-14-2-22-8-25-14z',
  'M8-2l-5-3v10l6-1M5-38q5 36 0 74-5-38 0-74zM78-18h66M90-34l-3 16M112-39l4 21',
  'M62 10c0-5 10-8 30-8h42c8 0 8 6 0 8l-48 6c-16 1-24-1-24-6z',
  'M74 17l-8 22M80 17l-8 22M196 10l8 15',
  'M30-15v31M225-33l-5 37M182-4c0-3 4-4 9-4h20c5 0 5 4 0 5l-20 3c-5 1-9-1-9-4z',
] as const
/** Centre and radius of each wheel in the side view. */
export const sideWheels = [
  [66, 44, 11],
  [66, 44, 4],
  [206, 29, 5],
] as const

/** An attitude indicator of radius 84 around 0, 0, whose horizon and pointer are tilted by 14 degrees. */
export const attitude = {
  dialMarks: 'M0-66v-12M33-57.2l5-8.7M-33-57.2l-5-8.7M57.2-33l8.7-5M-57.2-33l-8.7-5M-66 0h-10M66 0h10',
  horizon: 'M-66 0H66M-10-20h20M-20-38h40M-10 20h20M-20 38h40',
  pointer: 'M0-65l-5 9H5z',
  wings: 'M-44 0h22v8M44 0h-22v8M-3 0h6',
} as const
