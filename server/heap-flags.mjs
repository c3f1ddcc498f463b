/**
 * V8's heap of a web process grows by a quarter over what is in use, and not to 250 MB before the first collection: in use
 * are 35 to 50 MB. Node takes these flags at its start alone.
 */
export const heapFlags = [
  '--initial-old-space-size=40',
  '--heap-growing-percent=25',
  '--max-semi-space-size=2',
]
