export type Finding = { state: 'right' | 'doubtful' | 'wrong'; words: string; act?: string }

export type Check = { name: string; run: () => Promise<Finding[]> }

export const right = (words: string): Finding => ({ state: 'right', words })
export const doubtful = (words: string, act: string): Finding => ({ state: 'doubtful', words, act })
export const wrong = (words: string, act: string): Finding => ({ state: 'wrong', words, act })

/** Returns the first line of an error without addresses, which may contain passwords. */
export function readReason(error: unknown): string {
  const text = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
  const [line = ''] = text.split('\n')
  return line.replace(/\b[a-z][\w+.-]*:\/\/\S+/gi, '(address)').slice(0, 200)
}
