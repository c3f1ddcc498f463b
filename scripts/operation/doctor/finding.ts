export type Finding = { state: 'right' | 'doubtful' | 'wrong'; text: string; act?: string }

export type Check = { name: string; run: () => Promise<Finding[]> }

export const makeRight = (text: string): Finding => ({ state: 'right', text })
export const makeDoubtful = (text: string, act: string): Finding => ({ state: 'doubtful', text, act })
export const makeWrong = (text: string, act: string): Finding => ({ state: 'wrong', text, act })

/** Returns the first line of an error without addresses, which may contain passwords. */
export function readReason(error: unknown): string {
  const text = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
  const [line = ''] = text.split('\n')
  return line.replace(/\b[a-z][\w+.-]*:\/\/\S+/gi, '(address)').slice(0, 200)
}
