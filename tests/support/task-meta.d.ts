import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test may take more than five seconds. */
    slow?: string
    /** Why it may pass on its second try only, while the cause is open. */
    unstable?: string
  }
}
