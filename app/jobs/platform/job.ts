import type { JobEvent } from '#app/domain/platform/job-event.ts'
import type { Lane } from '#app/domain/platform/lane.ts'
import type { findFileRequest } from '#app/models/platform/prepared-file.server.ts'

export type Job = {
  queue: Lane
  /** Idempotent: reads the subject again and returns if the effect already happened. */
  run(subject: string, event: JobEvent): Promise<void>
}

type FileRequest = NonNullable<Awaited<ReturnType<typeof findFileRequest>>>

/** Returns a file's bytes, whole or streamed. Throws JobRefused when it cannot be made. */
export type FileMaker<Made = Uint8Array> = (
  request: FileRequest,
  onProgress: (done: number, total: number) => Promise<void>,
) => Promise<Made>
