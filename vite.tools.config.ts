import { readdirSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
import { builtVersion, versionConstant } from './scripts/build/version.mjs'

/** Each a file of its own: db/migrate.ts finds them by their names. */
const migrations = readdirSync('db/migrations').map((file) => [
  `migrations/${file.slice(0, -3)}`,
  `db/migrations/${file}`,
])

/** build/tools/version, with which ops/aeropub-deploy compares what answers. */
const versionFile: Plugin = {
  name: 'version-file',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'version', source: builtVersion })
  },
}

/** The processes beside the Remix server build: HTTP edge, worker, migrations, seed. Production needs no TypeScript loader. */
export default defineConfig({
  define: versionConstant,
  plugins: [versionFile],
  build: {
    ssr: true,
    outDir: 'build/tools',
    emptyOutDir: true,
    target: 'node20',
    assetsInlineLimit: 0,
    rollupOptions: {
      input: {
        web: 'server/start.ts',
        'web-process': 'server/main.ts',
        'health-thread': 'server/load/health-thread.ts',
        'pdf-thread': 'app/gateways/pdf-thread.server.ts',
        worker: 'scripts/worker.ts',
        migrate: 'scripts/migrate.ts',
        seed: 'scripts/seed.ts',
        'order-status': 'scripts/order-status.ts',
        'status-file': 'scripts/status-file.ts',
        'bulk-data': 'scripts/bulk-data.ts',
        'first-admin': 'scripts/first-admin.ts',
        'remove-demonstration': 'scripts/remove-demonstration.ts',
        'undo-deletion': 'scripts/undo-deletion.ts',
        'reset-second-factor': 'scripts/operation/reset-second-factor.ts',
        bounce: 'scripts/operation/bounce.ts',
        maintenance: 'scripts/operation/maintenance.ts',
        doctor: 'scripts/operation/doctor.ts',
        'database-users': 'scripts/operation/database-users.ts',
        schedules: 'scripts/schedules.ts',
        'boleto-numbers': 'scripts/boleto-numbers.ts',
        'note-backup': 'scripts/note-backup.ts',
        import: 'scripts/import.ts',
        backup: 'scripts/backup/backup.ts',
        restore: 'scripts/backup/restore.ts',
        replay: 'scripts/backup/replay.ts',
        ...Object.fromEntries(migrations),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
