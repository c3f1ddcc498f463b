import type { listSubscriptions } from '#app/models/subscriptions/subscription.server.ts'
import { paths } from '#app/paths.ts'
import { formatDate } from '#app/text/platform/format.ts'

type Row = Awaited<ReturnType<typeof listSubscriptions>>['rows'][number]

/** Shows the customer's revision and the current revision. A subscription downloads the newest (F63, D36). */
export function VersionCell({ row }: { row: Row }) {
  const newestVersion = row.is_download && row.is_signature ? row.open_version : null
  const ownVersion = newestVersion || row.sent_version || row.version
  return (
    <>
      {row.is_download ? <a href={paths.download(row.id)}>{ownVersion}</a> : ownVersion}
      {ownVersion === row.current_version ? null : (
        <span className="hint">
          atual: {row.current_version}, de {formatDate(row.current_date)}
          {row.active ? (
            <>
              {' '}
              <a href={`${paths.publication(row.publication_id)}#revisoes`}>
                O que mudou<span className="visually-hidden">{` em ${row.name}`}</span>
              </a>
            </>
          ) : null}
        </span>
      )}
    </>
  )
}
