import type { Promised, PromisedWork } from '#app/models/reports/promised-work.server.ts'
import { paths } from '#app/paths.ts'

type Task = { key: string; text: string; act: { href: string; label: string }; isUrgent: boolean }

/** Lists the tasks behind promises to customers (D151), each with the page where it is done. */
export function promisedTasks(work: PromisedWork): Task[] {
  const { refusedRemittances, refusedBoletos, refusedWriteOffs, missingBoletos, unsentBoletos } = work
  const { returnedShipments, openFreights, suspendedRenewals, messages } = work
  const tasks = [
    {
      key: 'refused-remittances',
      count: refusedRemittances.count,
      text: counted(
        refusedRemittances.count,
        'remessa que o banco não aceitou',
        'remessas que o banco não aceitou',
      ),
      act: openOldest(refusedRemittances, paths.admin.remittanceRefusal, 'a remessa'),
      isUrgent: true,
    },
    {
      key: 'refused-boletos',
      count: refusedBoletos.count,
      text: `${counted(refusedBoletos.count, 'pedido', 'pedidos')} com boleto que o banco recusou`,
      act: openOldest(refusedBoletos, paths.admin.order, 'o pedido'),
      isUrgent: true,
    },
    {
      key: 'missing-boletos',
      count: missingBoletos.count,
      text: `${counted(missingBoletos.count, 'pedido', 'pedidos')} sem boleto: a emissão falhou`,
      act: { href: paths.admin.jobs(), label: 'Ver as tarefas' },
      isUrgent: true,
    },
    {
      key: 'refused-write-offs',
      count: refusedWriteOffs.count,
      text: `${counted(refusedWriteOffs.count, 'pedido', 'pedidos')} com baixa de boleto que o banco recusou`,
      act: openOldest(refusedWriteOffs, paths.admin.order, 'o pedido'),
      isUrgent: true,
    },
    {
      key: 'unsent-boletos',
      count: unsentBoletos,
      text: counted(unsentBoletos, 'boleto aguarda remessa ao banco', 'boletos aguardam remessa ao banco'),
      act: { href: paths.admin.remittances(), label: 'Gerar a remessa' },
      isUrgent: false,
    },
    {
      key: 'messages',
      count: messages.count,
      text: counted(messages.count, 'mensagem de contato sem resposta', 'mensagens de contato sem resposta'),
      act: { href: paths.admin.messages(), label: 'Responder' },
      isUrgent: false,
    },
    {
      key: 'returned-shipments',
      count: returnedShipments.count,
      text: counted(
        returnedShipments.count,
        'volume voltou ao remetente: combine um novo envio',
        'volumes voltaram ao remetente: combine novos envios',
      ),
      act: openOldest(returnedShipments, paths.admin.shipment, 'a expedição'),
      isUrgent: false,
    },
    {
      key: 'open-freights',
      count: openFreights.count,
      text: `${counted(openFreights.count, 'pedido', 'pedidos')} com frete a combinar antes do envio`,
      act: openOldest(openFreights, paths.admin.order, 'o pedido'),
      isUrgent: false,
    },
    {
      key: 'suspended-renewals',
      count: suspendedRenewals.count,
      text: counted(
        suspendedRenewals.count,
        'assinatura suspensa foi renovada: escreva ao cliente',
        'assinaturas suspensas foram renovadas: escreva aos clientes',
      ),
      act: openOldest(suspendedRenewals, paths.admin.signature, 'a assinatura'),
      isUrgent: false,
    },
  ]
  return tasks.flatMap(({ count, ...task }) => (count > 0 ? [task] : []))
}

function openOldest({ count, oldest }: Promised, path: (id: number) => string, what: string) {
  const label =
    count === 1 ? `Ver ${what}` : `Ver ${what.startsWith('a ') ? 'a mais antiga' : 'o mais antigo'}`
  return { href: path(oldest ?? 0), label }
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`
}
