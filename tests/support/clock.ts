/** True where `npm run test:day` shifts the clocks. The file system keeps the real time. */
export const isClockShifted = 'CLOCK_SHIFT_MS' in process.env
