import { getLastThirtyDays } from '#app/domain/platform/period.ts'
import {
  type RecallFilter,
  type RecallRow,
  recallRecipients,
} from '#app/models/reports/recall-recipients.server.ts'
import { paths } from '#app/paths.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { holderLabels } from '#app/text/reports/holder-labels.ts'
import { recallLabels } from '#app/text/reports/recall-labels.ts'
import { formatPeriod, formatPeriodFileName, parsePeriodFilter } from './period-filter.ts'
import { defineSheet, type FilterField } from './sheet.server.ts'

type Totals = { count: number; sent: number; unsent: number }

/** Clients of a publication who were informed, and when (D202). */
export const recallSheet = defineSheet<RecallFilter, RecallRow, Totals>({
  slug: 'recall',
  title: recallLabels.title,
  noun: { one: 'pessoa avisada', many: 'pessoas avisadas' },
  report: recallRecipients,
  page: { windowTitle: recallLabels.title, hint: recallLabels.hint, asks: { as: 'form' } },
  parseFilter(params, today) {
    const { fields, period } = parsePeriodFilter(params, getLastThirtyDays(today))
    const noticeId = parseId(params, 'notice')
    const publicationId = parseId(params, 'publication_id')
    const makeHiddenField = (name: string, value: number | undefined): FilterField[] =>
      value === undefined ? [] : [{ kind: 'hidden', name, label: '', value: String(value) }]
    return {
      fields: [
        ...fields,
        ...makeHiddenField('notice', noticeId),
        ...makeHiddenField('publication_id', publicationId),
      ],
      filter: period && { ...period, noticeId, publicationId },
    }
  },
  lead: (filter) => `${formatPeriod(filter)}${filter.noticeId === undefined ? '' : recallLabels.ofOne}.`,
  fileName: (filter) => `avisos_${formatPeriodFileName(filter)}`,
  empty: () => recallLabels.none,
  columns: [
    {
      key: 'at',
      label: columnNames.noticedAt,
      kind: 'instant',
      inHeading: true,
      value: ({ createdAt }) => createdAt,
    },
    {
      key: 'publication',
      label: columnNames.publication,
      inHeading: true,
      value: ({ publication }) => publication,
    },
    { key: 'subject', label: columnNames.subject, inHeading: true, value: ({ subject }) => subject },
    { key: 'asker', label: columnNames.writer, inHeading: true, value: ({ asker }) => asker },
    {
      key: 'client',
      label: columnNames.client,
      isHeader: true,
      value: getClientName,
      href: ({ profileId }) => paths.admin.client(profileId),
    },
    { key: 'email', label: columnNames.email, value: ({ email }) => email },
    { key: 'held', label: columnNames.heldAtNotice, value: ({ held }) => held || holderLabels.none },
    { key: 'state', label: columnNames.status, value: formatState },
    { key: 'sent', label: columnNames.sentOn, kind: 'instant', value: ({ sentAt }) => sentAt },
  ],
  rowKey: ({ noticeId, profileId }) => `${noticeId}-${profileId}`,
  getGroup: ({ noticeId, createdAt, publication, publicationId, subject, asker }) => ({
    key: String(noticeId),
    label: [formatDateTime(createdAt), publication, subject, ...(asker ? [asker] : [])].join(' · '),
    href: paths.admin.publicationClients(publicationId),
  }),
  totals: ({ count, sent, unsent }) => [
    { label: recallLabels.people, kind: 'count', value: count },
    { label: recallLabels.sent, kind: 'count', value: sent },
    { label: recallLabels.unsent, kind: 'count', value: unsent },
  ],
})

function parseId(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

function formatState({ sentAt, isRefused }: RecallRow): string {
  if (sentAt !== null) return recallLabels.stateSent
  return isRefused ? recallLabels.stateUnsent : recallLabels.stateOpen
}
