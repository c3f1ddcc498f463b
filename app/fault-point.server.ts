import { env } from '#app/env.server.ts'

/** Ends this process at once where a fault test asked for it; does nothing anywhere else. */
export function faultPoint(name: string): void {
  if (env.FAULT_POINT === name) process.kill(process.pid, 'SIGKILL')
}
