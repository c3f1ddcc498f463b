import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

export const access = {
  bucket: 'aeropub',
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  prefix: '',
}

/**
 * Starts an S3 service. Checks signatures only if `isStrict`, because s3rver computes the signatures of
 * listings otherwise than the protocol.
 */
export async function startS3Service({ isStrict = false, port = 0 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-s3-'))
  const createServer = (onPort: number) =>
    new S3rver({
      address: '127.0.0.1',
      port: onPort,
      directory: folder,
      silent: true,
      allowMismatchedSignatures: !isStrict,
      configureBuckets: [{ name: access.bucket, configs: [] }],
    })
  let server = createServer(port)
  const listening = await server.run()
  return {
    endpoint: `http://127.0.0.1:${listening.port}`,
    stop: () => server.close(),
    /** Listens on the same port again, with the stored files. */
    async reopen() {
      server = createServer(listening.port)
      await server.run()
    },
    async end() {
      await server.close().catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
