import type { HelpText } from '#app/routes/admin/help/help-text.ts'
import * as invoices from '#app/routes/admin/help/invoices-texts.ts'
import * as money from '#app/routes/admin/help/money-texts.ts'
import * as orders from '#app/routes/admin/help/orders-texts.ts'
import * as people from '#app/routes/admin/help/people-texts.ts'
import * as publications from '#app/routes/admin/help/publications-texts.ts'
import * as reports from '#app/routes/admin/help/reports-texts.ts'
import * as shipments from '#app/routes/admin/help/shipments-texts.ts'
import * as start from '#app/routes/admin/help/start-texts.ts'
import * as system from '#app/routes/admin/help/system-texts.ts'
import { type HelpTopic, helpTopics } from '#app/text/backoffice/help-topics.ts'

export const helpTexts: Readonly<Record<HelpTopic, HelpText>> = {
  'primeiros-passos': start.firstSteps,
  hoje: start.today,
  listas: start.lists,
  andamento: people.units,
  pedidos: orders.orders,
  pedido: orders.order,
  'pedido-interno': orders.internalOrder,
  fotos: orders.photos,
  'notas-fiscais': invoices.invoices,
  'emitir-notas': invoices.issuingText,
  devolucoes: orders.refunds,
  'aguardando-envio': shipments.waiting,
  expedicoes: shipments.shipments,
  rastreamento: shipments.tracking,
  publicacoes: publications.publications,
  revisoes: publications.revisions,
  clientes: people.clients,
  'acesso-e-papeis': people.access,
  recebimentos: money.payments,
  boletos: money.boletos,
  remessas: money.remittances,
  retornos: money.bankFiles,
  relatorios: reports.reports,
  precos: reports.prices,
  emails: system.mails,
  tarefas: system.tasks,
  historico: system.history,
  configuracoes: system.settings,
  'banco-e-emissor': system.bank,
  'codigos-fiscais': system.fiscalCodes,
  frete: system.freight,
  integracoes: system.integrations,
}

export function isHelpTopic(text: string | undefined): text is HelpTopic {
  return helpTopics.some((topic) => topic === text)
}
