/**
 * V8's heap of a web process grows by half over what is in use, and not to 250 MB before the first collection: in use
 * are 35 to 50 MB. A small young generation would cost two thirds more processor time (docs/decisions/0040). Node
 * takes these flags at its start alone.
 */
export const heapFlags = [
  '--initial-old-space-size=48',
  '--heap-growing-percent=50',
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
]
