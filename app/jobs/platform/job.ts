import type { JobEvent } from '#app/domain/platform/job-event.ts'
import type { Lane } from '#app/domain/platform/lane.ts'
import type { findFileRequest } from '#app/models/platform/prepared-file.server.ts'

export type Job = {
  queue: Lane
  /** Must be idempotent: it reads the subject again and returns if the effect has already happened */
  run(subject: string, event: JobEvent): Promise<void>
}

type FileRequest = NonNullable<Awaited<ReturnType<typeof findFileRequest>>>

/** Returns a file's bytes, whole or streamed. Throws JobRefused if the file cannot be created. */
export type FileMaker<Made = Uint8Array> = (
  request: FileRequest,
  onProgress: (done: number, total: number) => Promise<void>,
) => Promise<Made>
