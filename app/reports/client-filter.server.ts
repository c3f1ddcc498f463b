import {
  findClientToChoose,
  listClientsToChoose,
  maxClientsToChoose,
} from '#app/models/accounts/client-search.server.ts'
import { clientSearchLabel, formatFoundClients, getClientName } from '#app/text/accounts/client-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import type { FilterField } from './sheet.server.ts'

/** The chosen client; undefined means all. */
export type ChosenClient = { profileId: number; name: string } | undefined

type AskedClient = { fields: FilterField[]; answer: { client: ChosenClient } | undefined }

/**
 * Returns the chosen client: by a search text, by a choice among matches, or by the id in `client`. '',
 * 'null' and '*' mean all (D44). Undefined until one is chosen.
 */
export async function resolveClient(params: URLSearchParams): Promise<AskedClient> {
  const search = cleanText(params.get('client_search'))
  const client = cleanText(params.get('client'))
  if (search !== '' && search !== params.get('client_found')) return choose(search)
  if (client === '') return { fields: [searchField('Cliente', '')], answer: { client: undefined } }
  const found = /^[1-9]\d{0,9}$/.test(client) ? await findClientToChoose(Number(client)) : undefined
  if (!found) return { fields: [searchField('Cliente', search, [specTexts.noClients])], answer: undefined }
  const options = [toOption(found), all]
  const fields = [makeClientField(client, options), searchField('Procurar outro cliente', '')]
  return { fields, answer: { client: { profileId: found.id, name: getClientName(found) } } }
}

const all = { value: '', label: 'Todos os clientes' }

async function choose(search: string): Promise<AskedClient> {
  const { rows, count } = await listClientsToChoose(search)
  const [first] = rows
  if (!first) return { fields: [searchField('Cliente', search, [specTexts.noClients])], answer: undefined }
  const options = [...rows.map(toOption), all]
  const hint = `Escolha e busque de novo. ${formatFoundClients(count, maxClientsToChoose)}`
  const fields = [
    searchField('Cliente', search),
    { kind: 'hidden' as const, name: 'client_found', label: 'Busca', value: search },
    { ...makeClientField(String(first.id), options), label: 'Clientes encontrados', hint },
  ]
  return { fields, answer: undefined }
}

function searchField(label: string, value: string, errors?: string[]): FilterField {
  const hint = `${clientSearchLabel}. Em branco: todos.`
  return { kind: 'text', name: 'client_search', label, value, hint, ...(errors ? { errors } : {}) }
}

function makeClientField(value: string, options: readonly { value: string; label: string }[]): FilterField {
  return { kind: 'choice', name: 'client', label: 'Cliente', value, options }
}

type Found = Awaited<ReturnType<typeof listClientsToChoose>>['rows'][number]

function toOption(client: Found) {
  return { value: String(client.id), label: `${getClientName(client)} (${client.email})` }
}

/** Returns the text; '' for '*' and 'null'. */
function cleanText(text: string | null): string {
  const cleanedText = (text ?? '').normalize('NFC').replaceAll('\0', '').trim().slice(0, 100)
  return cleanedText === '*' || cleanedText === 'null' ? '' : cleanedText
}
