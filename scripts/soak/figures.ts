/**
 * Rises within `tolerance` do not count. A figure 'of orders' may grow with orders. A 'replaced' figure, of a
 * process that faults replace, is shown without a judgement.
 */
export type Figure = {
  key: string
  label: string
  unit: string
  tolerance: number
  kind?: 'of orders' | 'replaced'
}

const processes = ['web 1', 'web 2', 'worker 1', 'worker 2']

const findFigureKind = (name: string) => (name.endsWith('2') ? { kind: 'replaced' as const } : {})

export const figures: readonly Figure[] = [
  ...processes.map((name) => ({
    key: `${name} memory`,
    label: `${name}: memory (PSS)`,
    unit: 'MB',
    tolerance: 15,
    ...findFigureKind(name),
  })),
  ...processes.map((name) => ({
    key: `${name} heap`,
    label: `${name}: JavaScript heap`,
    unit: 'MB',
    tolerance: 10,
    ...findFigureKind(name),
  })),
  ...processes.map((name) => ({
    key: `${name} handles`,
    label: `${name}: open handles`,
    unit: '',
    tolerance: 5,
    ...findFigureKind(name),
  })),
  ...processes.map((name) => ({
    key: `${name} lag`,
    label: `${name}: event loop delay, p99`,
    unit: 'ms',
    tolerance: 100,
    ...findFigureKind(name),
  })),
  { key: 'worker 1 chromium', label: 'Chromium of worker 1 (PSS)', unit: 'MB', tolerance: 40 },
  {
    key: 'worker 2 chromium',
    label: 'Chromium of worker 2 (PSS)',
    unit: 'MB',
    tolerance: 40,
    kind: 'replaced',
  },
  { key: 'chromium processes', label: 'processes of Chromium', unit: '', tolerance: 3 },
  { key: 'chromium orphans', label: 'of them of a worker that is gone', unit: '', tolerance: 1 },
  { key: 'chromium profiles', label: 'profiles of Chromium', unit: '', tolerance: 1 },
  { key: 'temporary entries', label: 'other temporary files and folders', unit: '', tolerance: 1 },
  { key: 'temporary size', label: 'temporary files', unit: 'MB', tolerance: 10 },
  { key: 'database connections', label: 'database connections', unit: '', tolerance: 4 },
  { key: 'redis clients', label: 'clients of Redis', unit: '', tolerance: 3 },
  { key: 'outbox open', label: 'effects promised and not done', unit: '', tolerance: 3 },
  { key: 'outbox age', label: 'age of the oldest effect due', unit: 's', tolerance: 5 },
  { key: 'queue age', label: 'age of the job that waits longest', unit: 's', tolerance: 5 },
  { key: 'redis keys', label: 'keys of Redis', unit: '', tolerance: 10, kind: 'of orders' },
  { key: 'redis memory', label: 'memory of Redis', unit: 'MB', tolerance: 2, kind: 'of orders' },
  { key: 'data files', label: 'files in DATA_DIR', unit: '', tolerance: 10, kind: 'of orders' },
  { key: 'data size', label: 'size of DATA_DIR', unit: 'MB', tolerance: 5, kind: 'of orders' },
]
