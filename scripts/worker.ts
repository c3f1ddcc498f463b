import { requireOpenFiles } from '#server/open-files.ts'

requireOpenFiles()
await import('#app/jobs/platform/worker.server.ts')
