import type { ReactNode } from 'react'
import { hasAircraft, type UnitAircraft } from '#app/domain/accounts/aircraft.ts'
import type { RequiredPhoto } from '#app/domain/catalogue/photo-subject.ts'
import { listAircraftRows } from '#app/text/accounts/aircraft-labels.ts'
import { formatWantedPhoto, photoGuideLabels } from '#app/text/catalogue/photo-guide-labels.ts'
import { Notice } from '#app/ui/notice.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

type Line = RequiredPhoto &
  UnitAircraft & {
    id: number
    name: string
    version: string
    photo: string | null
  }

/** Shows each photo next to the customer's aircraft data, and `children` next to the first photo. */
export function ReviewPhotos({
  lines,
  photoPath,
  children,
}: {
  lines: readonly Line[]
  photoPath: (name: string) => string
  children?: ReactNode
}) {
  return (
    <>
      {lines.map((line, index) => (
        <section key={line.id} aria-labelledby={`foto-${line.id}`} className="review-photo">
          <div className="review-picture">
            {line.photo ? (
              <a href={photoPath(line.photo)} target="_blank" rel="noopener">
                <img src={photoPath(line.photo)} alt={`Foto para ${line.name}`} />
              </a>
            ) : (
              <p className="hint">O cliente ainda não enviou a foto.</p>
            )}
          </div>
          <div>
            <h2 id={`foto-${line.id}`}>{line.name}</h2>
            <SummaryList
              rows={[
                { key: 'Versão', value: line.version },
                { key: photoGuideLabels.wanted, value: formatWantedPhoto(line) ?? 'a publicação não diz' },
                ...(hasAircraft(line)
                  ? listAircraftRows(line)
                  : [{ key: 'Aeronave', value: 'não informada' }]),
              ]}
            />
            {index === 0 ? children : null}
          </div>
        </section>
      ))}
    </>
  )
}

/** Shows that the customer must send other photos. */
export function PhotoRequestNotice({ request }: { request: { reason: string; at: string } | null }) {
  if (!request) return null
  return (
    <Notice tone="info" title={`Nova foto pedida ao cliente em ${request.at}`}>
      {request.reason}
    </Notice>
  )
}

/** Explains that the review has already ended, and shows the text that was typed. */
export function ReviewEnded({ status, typedText }: { status: string; typedText?: string | undefined }) {
  return (
    <>
      <Notice tone="info">{`Situação do pedido: ${status}. Ele não está mais em análise.`}</Notice>
      {typedText ? (
        <Notice tone="warn" title="O que você escreveu não foi enviado">
          {typedText}
        </Notice>
      ) : null}
    </>
  )
}
