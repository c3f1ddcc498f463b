import { env } from '#app/env.server.ts'

/** Kills this process where a fault test requests it. */
export function faultPoint(name: string): void {
  if (env.FAULT_POINT === name) process.kill(process.pid, 'SIGKILL')
}
