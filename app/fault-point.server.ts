import { env } from '#app/env.server.ts'

/** Kills this process at the point that a fault test chose. */
export function reachFaultPoint(name: string): void {
  if (env.FAULT_POINT === name) process.kill(process.pid, 'SIGKILL')
}
