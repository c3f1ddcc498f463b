import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatDate } from '#app/text/platform/format.ts'

export type RevisionAnnouncement = {
  name: string
  applicability: string
  version: string
  date: CivilDate
  isDownload: boolean
  hasFile: boolean
  changes: string | null // staff's description of the changes
}

/** Returns the text of the mail, also used in its preview for staff. */
export function formatRevisionNotice({
  name,
  applicability,
  version,
  date,
  isDownload,
  hasFile,
  changes,
}: RevisionAnnouncement) {
  return {
    subject: `Nova revisão: ${name}`,
    opening: `A publicação que você assina tem uma nova revisão: ${version}, de ${formatDate(date)}.`,
    details: [
      { label: 'Publicação', value: name },
      { label: 'Aplicabilidade', value: applicability },
      { label: 'Versão em vigor', value: `${version}, de ${formatDate(date)}` },
    ],
    changesTitle: 'O que mudou',
    changes,
    nextLink: formatNextStep(isDownload, hasFile),
  }
}

function formatNextStep(isDownload: boolean, hasFile: boolean): string {
  if (!isDownload)
    return 'O exemplar da nova revisão está incluído na sua assinatura. Vamos avisar quando ele for enviado.'
  return hasFile
    ? 'O arquivo novo está em Minhas publicações, incluído na sua assinatura.'
    : 'O arquivo novo aparece em Minhas publicações assim que estiver pronto, incluído na sua assinatura.'
}
