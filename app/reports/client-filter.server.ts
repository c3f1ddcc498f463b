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

type ClientSelection = { fields: FilterField[]; answer: { client: ChosenClient } | undefined }

/**
 * Returns the client that was chosen among the matches of a search or by the id in `client`. In `client`, '',
 * 'null' and '*' mean all clients (D44). `answer` is undefined until one client or all are chosen.
 */
export async function resolveClient(params: URLSearchParams): Promise<ClientSelection> {
  const search = cleanText(params.get('client_search'))
  const clientId = cleanText(params.get('client'))
  // `client_found` contains the search whose matches the form already offers.
  if (search !== '' && search !== params.get('client_found')) return listMatches(search)
  if (clientId === '') return { fields: [makeSearchField('Cliente', '')], answer: { client: undefined } }
  const foundClient = /^[1-9]\d{0,9}$/.test(clientId) ? await findClientToChoose(Number(clientId)) : undefined
  if (!foundClient)
    return { fields: [makeSearchField('Cliente', search, [specTexts.noClients])], answer: undefined }
  const options = [toOption(foundClient), allClientsOption]
  const fields = [makeClientField(clientId, options), makeSearchField('Procurar outro cliente', '')]
  return { fields, answer: { client: { profileId: foundClient.id, name: getClientName(foundClient) } } }
}

const allClientsOption = { value: '', label: 'Todos os clientes' }

async function listMatches(search: string): Promise<ClientSelection> {
  const { rows, count } = await listClientsToChoose(search)
  const [firstClient] = rows
  if (!firstClient)
    return { fields: [makeSearchField('Cliente', search, [specTexts.noClients])], answer: undefined }
  const options = [...rows.map(toOption), allClientsOption]
  const hint = `Escolha e busque de novo. ${formatFoundClients(count, maxClientsToChoose)}`
  const fields = [
    makeSearchField('Cliente', search),
    { kind: 'hidden' as const, name: 'client_found', label: 'Busca', value: search },
    { ...makeClientField(String(firstClient.id), options), label: 'Clientes encontrados', hint },
  ]
  return { fields, answer: undefined }
}

function makeSearchField(label: string, value: string, errors?: string[]): FilterField {
  const hint = `${clientSearchLabel}. Em branco: todos.`
  return { kind: 'text', name: 'client_search', label, value, hint, ...(errors ? { errors } : {}) }
}

function makeClientField(value: string, options: readonly { value: string; label: string }[]): FilterField {
  return { kind: 'choice', name: 'client', label: 'Cliente', value, options }
}

type FoundClient = Awaited<ReturnType<typeof listClientsToChoose>>['rows'][number]

function toOption(client: FoundClient) {
  return { value: String(client.id), label: `${getClientName(client)} (${client.email})` }
}

/** Returns the trimmed text; '' for '*' and 'null'. */
function cleanText(text: string | null): string {
  const cleanedText = (text ?? '').normalize('NFC').replaceAll('\0', '').trim().slice(0, 100)
  return cleanedText === '*' || cleanedText === 'null' ? '' : cleanedText
}
