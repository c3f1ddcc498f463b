import { type ViewedList, viewedLists } from '#app/domain/backoffice/list-view.ts'
import { paths } from '#app/paths.ts'

const { orders, shipments, publications, signatures, users, boletos, mails } = paths.admin

const lists: Readonly<Record<ViewedList, { base: string; label: string }>> = {
  orders: { base: orders(), label: 'Pedidos' },
  expeditions: { base: shipments(), label: 'Expedições' },
  publications: { base: publications(), label: 'Publicações' },
  signatures: { base: signatures(), label: 'Gerenciar Andamento' },
  users: { base: users(), label: 'Usuários' },
  boletos: { base: boletos(), label: 'Boletos' },
  mails: { base: mails(), label: 'E-mails' },
}

/** Returns the list that the address names, with its page and label; undefined if it is unknown. */
export function findViewedList(text: string | undefined) {
  const list = viewedLists.find((name) => name === text)
  return list && { list, ...lists[list] }
}
