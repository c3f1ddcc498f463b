import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { slugify } from '#app/domain/platform/slug.ts'
import { findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import {
  type ChosenProfiles,
  publicationClients,
  type SubscribedUnit,
  type SubscriberRow,
  type SubscribersFilter,
  type SubscribersTotals,
} from '#app/models/reports/publication-clients.server.ts'
import { paths } from '#app/paths.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import { formatVersion } from '#app/text/catalogue/version-label.ts'
import { formatWithdrawalMention } from '#app/text/orders/withdrawal-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatHolders, holderLabels } from '#app/text/reports/holder-labels.ts'
import { type HoldersQuery, toHolderQuery } from './holders-query.ts'
import { readHoldersFilter } from './publication-clients-filter.server.ts'
import { defineSheet } from './sheet.server.ts'

type Publication = { name: string; version: string; date: CivilDate }
type Filter = SubscribersFilter & { publication: Publication }

/** A publication's clients (F105). `only` and `except` select clients. */
export const publicationClientsSheet = defineSheet<Filter, SubscriberRow, SubscribersTotals>({
  slug: 'publication_clients',
  title: 'Publicação × clientes',
  report: publicationClients,
  examples: ['publication=1'],
  async parseFilter(params, today) {
    const publicationId = Number(params.get('publication'))
    const publication = Number.isInteger(publicationId)
      ? await findPublicationForStaff(publicationId)
      : undefined
    const { filter: holders } = publication ? await readHoldersFilter(params, publicationId) : { filter: {} }
    const fields = [...params].map(([name, value]) => ({ kind: 'hidden' as const, name, label: '', value }))
    return {
      fields,
      filter: publication && {
        publicationId,
        today,
        chosen: parseChosenProfiles(params),
        publication,
        ...holders,
      },
    }
  },
  lead: ({ publication, chosen, today, ...holders }) =>
    `${formatPublication(publication)}. ${includesEverybody(chosen) ? 'Clientes' : 'Clientes escolhidos'} em ${formatDate(today)}${formatHolders(holders)}.`,
  fileName: ({ publication }) => formatSubscribersFileName(publication.name, 'assinantes'),
  empty: () => specTexts.noClients,
  columns: [
    {
      key: 'client',
      label: columnNames.client,
      isHeader: true,
      value: getClientName,
      href: ({ profileId }) => paths.admin.client(profileId),
    },
    { key: 'email', label: columnNames.email, value: ({ email }) => email },
    { key: 'phone', label: columnNames.phone, kind: 'phone', value: ({ phone }) => formatPhoneText(phone) },
    {
      key: 'aircraft',
      label: columnNames.registrationAndSerial,
      kind: 'code',
      value: ({ units }) => units.flatMap(formatAircraft).join('; '),
    },
    { key: 'units', label: columnNames.units, kind: 'count', value: ({ units }) => units.length },
    {
      key: 'held',
      label: columnNames.heldRevision,
      value: ({ units }) => [...new Set(units.map(({ held }) => held ?? holderLabels.none))].join('; '),
    },
    {
      key: 'withdrawal',
      label: columnNames.withdrawal,
      value: ({ units }) =>
        units
          .flatMap(({ withdrawal }) => (withdrawal === null ? [] : [formatWithdrawalMention(withdrawal)]))
          .join('; '),
    },
    { key: 'due', label: columnNames.firstDue, kind: 'date', value: ({ units }) => units[0]?.due ?? null },
  ],
  rowKey: ({ profileId }) => profileId,
  totals: ({ count, units }) => [
    { label: 'Número de clientes', kind: 'count', value: count },
    { label: 'Número de unidades', kind: 'count', value: units },
  ],
})

/** Returns 'Manual de voo, Rev. 2, de 01/02/2026'. */
export function formatPublication({ name, version, date }: Publication): string {
  return `${name}, ${formatVersion(version)}, de ${formatDate(date)}`
}

/** Returns a file name such as 'acao-no-5-sao-joao-etiquetas' (F116). */
export function formatSubscribersFileName(publication: string, suffix: 'etiquetas' | 'assinantes'): string {
  return [slugify(publication), suffix].filter(Boolean).join('-')
}

/** Returns the parameters of the file with these clients. */
export function makeFileQuery(
  publicationId: number,
  holdersQuery: HoldersQuery,
  chosenProfiles: ChosenProfiles,
): string {
  const params = {
    publication: String(publicationId),
    ...toHolderQuery(holdersQuery),
    ...toChosenQuery(chosenProfiles),
  }
  return new URLSearchParams(params).toString()
}

/** Returns the parameters that `parseChosenProfiles` parses. */
export function toChosenQuery(chosenProfiles: ChosenProfiles): Record<string, string> {
  if ('only' in chosenProfiles) return { only: chosenProfiles.only.join('.') }
  return chosenProfiles.except.length > 0 ? { except: chosenProfiles.except.join('.') } : {}
}

export function parseChosenProfiles(params: URLSearchParams): ChosenProfiles {
  const only = params.get('only')
  return only === null ? { except: parseNumbers(params.get('except') ?? '') } : { only: parseNumbers(only) }
}

function parseNumbers(text: string): number[] {
  return text.split('.').flatMap((number) => (/^[1-9]\d{0,9}$/.test(number) ? [Number(number)] : []))
}

function includesEverybody(chosenProfiles: ChosenProfiles): boolean {
  return 'except' in chosenProfiles && chosenProfiles.except.length === 0
}

/** Returns an aircraft as a list of one text, such as 'PT-ABC / 1002', or as an empty list if unknown. */
export function formatAircraft({
  registration,
  serialNumber,
}: Pick<SubscribedUnit, 'registration' | 'serialNumber'>) {
  return registration || serialNumber ? [[registration, serialNumber].filter(Boolean).join(' / ')] : []
}
