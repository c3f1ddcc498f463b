import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** why the test may take more than five seconds */
    slow?: string
    /** why it may pass only on retry, while the cause is open */
    unstable?: string
  }
}
