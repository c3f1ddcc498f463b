import { getViewQuery, maxViewName, maxViews, type ViewedList } from '#app/domain/backoffice/list-view.ts'
import { requiredText } from '#app/forms/text-field.ts'
import { parseId } from '#app/http/list-params.ts'
import { deleteView, renameView, saveColumns, saveView } from '#app/models/backoffice/saved-view.server.ts'

type Owned = { userId: number; list: ViewedList }

/** The result of a form: message and redirect, or the error of this view (0 for a new one). */
export type ViewOutcome =
  | { message: string; query?: string }
  | { fault: string; id: number; name: string; query: string }

const faults = {
  'name-taken': 'Já existe uma visão com este nome. Escolha outro, ou exclua aquela antes.',
  'too-many': `Há ${maxViews} visões desta lista. Exclua uma antes de guardar outra.`,
  empty: 'Filtre, ordene ou escolha colunas antes de guardar a visão',
}

const intents: Readonly<Record<string, (form: FormData, of: Owned) => Promise<ViewOutcome | undefined>>> = {
  save,
  rename,
  delete: remove,
  columns: chooseColumns,
  'usual-columns': async (_, of) => {
    await saveColumns(of, [])
    return { message: 'A lista mostra de novo as colunas de sempre.' }
  },
}

/** Handles a form; undefined if no page sends such a form, or if the view was deleted. */
export async function handleViewForm(form: FormData, of: Owned): Promise<ViewOutcome | undefined> {
  return intents[String(form.get('intent'))]?.(form, of)
}

async function save(form: FormData, of: Owned): Promise<ViewOutcome> {
  const query = getViewQuery(new URLSearchParams(String(form.get('query') ?? '')))
  const { name, fault } = nameIn(form)
  if (fault) return { fault, id: 0, name, query }
  if (query === '') return { fault: faults.empty, id: 0, name, query }
  const result = await saveView(of, { name, query })
  if (result !== 'saved') return { fault: faults[result], id: 0, name, query }
  return { message: `A visão “${name}” foi guardada.`, query }
}

async function rename(form: FormData, of: Owned): Promise<ViewOutcome | undefined> {
  const id = parseId(form.get('view')) ?? 0
  const { name, fault } = nameIn(form)
  if (fault) return { fault, id, name, query: '' }
  const result = await renameView(of, { id, name })
  if (result === 'unknown') return undefined
  if (result === 'name-taken') return { fault: faults[result], id, name, query: '' }
  return { message: `A visão se chama agora “${name}”.` }
}

async function remove(form: FormData, of: Owned): Promise<ViewOutcome | undefined> {
  return (await deleteView(of, parseId(form.get('view')) ?? 0))
    ? { message: 'A visão foi excluída.' }
    : undefined
}

async function chooseColumns(form: FormData, of: Owned): Promise<ViewOutcome> {
  const keys = form.getAll('column').filter((key) => typeof key === 'string')
  await saveColumns(of, keys)
  return { message: 'A lista mostra as colunas escolhidas. O CSV tem todas.' }
}

function nameIn(form: FormData): { name: string; fault?: string } {
  const sentName = String(form.get('name') ?? '')
  const parsedName = requiredText(maxViewName).safeParse(sentName)
  if (parsedName.success) return { name: parsedName.data }
  return { name: sentName.slice(0, 200), fault: parsedName.error.issues[0]?.message ?? '' }
}
