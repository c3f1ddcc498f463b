/** Flags of a web process: its heap grows only by half of the size in use, which is 35 to 50 MB (0040). */
export const heapFlags = [
  '--initial-old-space-size=48',
  '--heap-growing-percent=50',
  // A smaller young generation costs two thirds more processor time.
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
]
