import { getViewQuery, maxViewName, maxViews, type ViewedList } from '#app/domain/backoffice/list-view.ts'
import { requiredText } from '#app/forms/text-field.ts'
import { parseId } from '#app/http/list-params.ts'
import { deleteView, renameView, saveColumns, saveView } from '#app/models/backoffice/saved-view.server.ts'

type ViewOwner = { userId: number; list: ViewedList }

/** The result of a form: message and redirect, or the fault of a view; `id` is 0 for a new view. */
export type ViewOutcome =
  | { message: string; query?: string }
  | { fault: string; id: number; name: string; query: string }

const faultTexts = {
  'name-taken': 'Já existe uma visão com este nome. Escolha outro, ou exclua aquela antes.',
  'too-many': `Há ${maxViews} visões desta lista. Exclua uma antes de guardar outra.`,
  empty: 'Filtre, ordene ou escolha colunas antes de guardar a visão',
}

const handlersByIntent: Readonly<
  Record<string, (form: FormData, owner: ViewOwner) => Promise<ViewOutcome | undefined>>
> = {
  save: saveSentView,
  rename: renameSentView,
  delete: deleteSentView,
  columns: saveSentColumns,
  'usual-columns': async (_, owner) => {
    await saveColumns(owner, [])
    return { message: 'A lista mostra de novo as colunas de sempre.' }
  },
}

/** Handles a form; undefined if no page sends such a form, or if the view was deleted. */
export async function handleViewForm(form: FormData, owner: ViewOwner): Promise<ViewOutcome | undefined> {
  return handlersByIntent[String(form.get('intent'))]?.(form, owner)
}

async function saveSentView(form: FormData, owner: ViewOwner): Promise<ViewOutcome> {
  const query = getViewQuery(new URLSearchParams(String(form.get('query') ?? '')))
  const { name, fault } = parseViewName(form)
  if (fault) return { fault, id: 0, name, query }
  if (query === '') return { fault: faultTexts.empty, id: 0, name, query }
  const result = await saveView(owner, { name, query })
  if (result !== 'saved') return { fault: faultTexts[result], id: 0, name, query }
  return { message: `A visão “${name}” foi guardada.`, query }
}

async function renameSentView(form: FormData, owner: ViewOwner): Promise<ViewOutcome | undefined> {
  const id = parseId(form.get('view')) ?? 0
  const { name, fault } = parseViewName(form)
  if (fault) return { fault, id, name, query: '' }
  const result = await renameView(owner, { id, name })
  if (result === 'unknown') return undefined
  if (result === 'name-taken') return { fault: faultTexts[result], id, name, query: '' }
  return { message: `A visão se chama agora “${name}”.` }
}

async function deleteSentView(form: FormData, owner: ViewOwner): Promise<ViewOutcome | undefined> {
  return (await deleteView(owner, parseId(form.get('view')) ?? 0))
    ? { message: 'A visão foi excluída.' }
    : undefined
}

async function saveSentColumns(form: FormData, owner: ViewOwner): Promise<ViewOutcome> {
  const keys = form.getAll('column').filter((key) => typeof key === 'string')
  await saveColumns(owner, keys)
  return { message: 'A lista mostra as colunas escolhidas. O CSV tem todas.' }
}

function parseViewName(form: FormData): { name: string; fault?: string } {
  const sentName = String(form.get('name') ?? '')
  const parsedName = requiredText(maxViewName).safeParse(sentName)
  if (parsedName.success) return { name: parsedName.data }
  return { name: sentName.slice(0, 200), fault: parsedName.error.issues[0]?.message ?? '' }
}
