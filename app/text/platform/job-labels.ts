import type { TaskEffect } from '#app/domain/platform/effect.ts'
import { type Lane, lanes } from '#app/domain/platform/lane.ts'
import { formatFailureLine } from '#app/text/platform/failure-labels.ts'

const taskLabels: Readonly<Record<TaskEffect, string>> = {
  'issue-boleto': 'Emitir boleto',
  'render-boleto': 'Gerar PDF do boleto',
  'render-price-quote': 'Gerar PDF do orçamento',
  'prepare-file': 'Preparar arquivo',
  'prepare-report': 'Preparar relatório',
  'prepare-closing': 'Preparar o fechamento do mês',
  'notify-subscribers': 'Reunir quem recebe o aviso de revisão',
  'check-boletos': 'Conferir boletos em aberto no gateway de pagamento',
  'process-webhook-event': 'Conferir aviso do gateway de pagamento',
  'cancel-boleto': 'Cancelar boleto no gateway de pagamento',
  'issue-pix': 'Criar cobrança Pix no banco',
  'remove-pix': 'Retirar cobrança Pix do banco',
  'read-pix': 'Conferir Pix recebido',
  'refund-pix': 'Reembolsar Pix pelo banco',
  'check-pix': 'Testar o Pix do banco',
  'issue-invoice': 'Emitir nota fiscal',
  'read-invoice': 'Conferir nota fiscal no emissor',
  'keep-invoice-files': 'Guardar XML e DANFE da nota fiscal',
  'cancel-invoice': 'Cancelar nota fiscal no emissor',
  'correct-invoice': 'Enviar carta de correção',
  'resend-mail': 'Reenviar e-mail',
  'resend-order-mail': 'Reenviar o e-mail do pedido ao endereço corrigido',
  'copy-mail': 'Enviar e-mail também a quem fez o pedido',
  'apply-bank-file': 'Aplicar retorno bancário',
  'check-csv': 'Conferir CSV',
  'apply-csv': 'Gravar CSV',
  'deliver-webhook': 'Avisar outro sistema',
}

const scheduleLabels = {
  'expire-subscriptions': 'Vencer assinaturas',
  'remind-of-expiry': 'Avisar dos vencimentos',
  'expire-boletos': 'Lembrar e encerrar boletos',
  'reconcile-payments': 'Conferir boletos no gateway de pagamento',
  'reconcile-pix': 'Conferir Pix no banco',
  'send-closing': 'Enviar o fechamento do mês',
  sweep: 'Limpeza',
  'collect-bank-files': 'Buscar retornos na pasta',
  'notify-of-waiting-work': 'Avisar a equipe do que espera',
}

const laneLabels: Readonly<Record<Lane, string>> = {
  work: 'boletos e pagamentos',
  mail: 'e-mails',
  pdf: 'PDFs dos boletos',
  files: 'arquivos de clientes',
  reports: 'relatórios, etiquetas e CSV',
  webhooks: 'avisos a outros sistemas',
}

/** Returns the name of a queue, which may be of another version. */
export function getLaneName(name: string): string {
  const lane = lanes.find((knownLane) => knownLane === name)
  return lane ? laneLabels[lane] : name
}

/** Returns 'tudo', or names of queues separated by semicolons, since a name may contain a comma. */
export function formatLanes(takenLanes: readonly Lane[]): string {
  return takenLanes.length === lanes.length ? 'tudo' : takenLanes.map(getLaneName).join('; ')
}

const jobLabels: Readonly<Record<string, string>> = { ...taskLabels, ...scheduleLabels }

export function getTaskName(job: string): string {
  return jobLabels[job] ?? job
}

/** Returns 'há 40 s', 'há 5 min', 'há 47 h' or 'há 3 dias'. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `há ${seconds} s`
  if (seconds < 3600) return `há ${Math.floor(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `há ${Math.floor(seconds / 3600)} h`
  return `há ${Math.floor(seconds / 86_400)} dias`
}

const resultLabels: Readonly<Record<string, string>> = {
  undispatched: 'vencidas sem envio',
  expired: 'vencidas',
  restored: 'de volta ao que eram',
  reminders: 'lembretes de vencimento',
  boletosExpired: 'boletos encerrados',
  ordersUnpaid: 'pedidos cancelados sem pagamento',
  mails: 'e-mails',
  closings: 'fechamentos',
  units: 'assinaturas',
  sessions: 'sessões',
  loginChallenges: 'logins sem código',
  quotes: 'cotações de frete',
  attempts: 'contagens de tentativas',
  passwordResets: 'links de nova senha',
  emailRequests: 'trocas de e-mail',
  drafts: 'rascunhos de pedido',
  carts: 'carrinhos',
  outbox: 'tarefas feitas',
  postalCodes: 'CEPs',
  emailChanges: 'endereços de e-mail antigos',
  accounts: 'contas anonimizadas',
  bankPapers: 'arquivos do banco antigos',
  bankOriginals: 'arquivos do banco sem registro',
  oldOrders: 'pedidos antigos anonimizados',
  oldShipments: 'expedições antigas anonimizadas',
  scheduleRuns: 'execuções antigas',
  records: 'assuntos que esperam',
  waitingWorkNotices: 'avisos antigos à equipe',
  boletosChecked: 'boletos conferidos',
  paymentsChecked: 'recebimentos conferidos',
  boletosPaid: 'pagamentos encontrados',
  boletosFailed: 'boletos sem resposta',
  gatewayEvents: 'avisos do gateway',
  pixRead: 'Pix conferidos',
  pixPaid: 'pagamentos por Pix encontrados',
  pixFailed: 'Pix sem resposta',
  webhookDeliveries: 'avisos a outros sistemas',
  workerHeartbeats: 'sinais de trabalhadores',
  photos: 'fotos',
  preparedFiles: 'arquivos preparados',
  parts: 'envios interrompidos',
  bankFiles: 'retornos bancários lidos',
  knownBankFiles: 'retornos já conhecidos',
  refusedBankFiles: 'retornos recusados',
}

/** Returns 'vencidas: 4, de volta ao que eram: 1', without zeros. */
export function formatResultLine(counts: Readonly<Record<string, unknown>>): string | null {
  const nonZeroCounts = Object.entries(counts).filter(([, count]) => count !== 0)
  return nonZeroCounts.map(([name, count]) => `${resultLabels[name] ?? name}: ${count}`).join(', ') || null
}

/** Formats the error of a schedule's run. An error such as 'failed: photos, carts' names its failed parts. */
export function formatRunFailure(error: string): string {
  const [, failedParts] = /^failed: (.+)$/.exec(error) ?? []
  if (!failedParts) return formatFailureLine(error)
  return failedParts
    .split(', ')
    .map((part) => resultLabels[part] ?? part)
    .join(', ')
}
