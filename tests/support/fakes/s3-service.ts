import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** Credentials of the bucket. */
export const access = {
  bucket: 'aeropub',
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  prefix: '',
}

/**
 * A service with one bucket that speaks the S3 protocol. It signs the address of a listing with a slash in it unlike
 * the protocol, so that signatures are checked only where no listing is asked for (`isStrict`).
 */
export async function startS3Service({ isStrict = false, port = 0 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-s3-'))
  const open = (onPort: number) =>
    new S3rver({
      address: '127.0.0.1',
      port: onPort,
      directory: folder,
      silent: true,
      allowMismatchedSignatures: !isStrict,
      configureBuckets: [{ name: access.bucket, configs: [] }],
    })
  let server = open(port)
  const listening = await server.run()
  return {
    endpoint: `http://127.0.0.1:${listening.port}`,
    stop: () => server.close(),
    /** Listens again where it did, with what was stored. */
    async reopen() {
      server = open(listening.port)
      await server.run()
    },
    async end() {
      await server.close().catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
