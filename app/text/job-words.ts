/** What the worker does, in words for staff; a job that is not here is shown by its name. */
const jobWords: Readonly<Record<string, string>> = {
  'issue-boleto': 'Emitir boleto',
  'render-slip': 'Gerar PDF do boleto',
  'tell-order-received': 'E-mail: pedido recebido',
  'tell-order-under-review': 'E-mail: foto em análise',
  'tell-payment-confirmed': 'E-mail: pagamento confirmado',
  'tell-photo-approved': 'E-mail: foto aprovada',
  'tell-photo-rejected': 'E-mail: foto reprovada',
  'ask-staff-for-freight': 'E-mail à equipe: combinar frete',
  'send-password-link': 'E-mail: link para nova senha',
  'tell-password-changed': 'E-mail: senha alterada',
  'tell-email-changed': 'E-mail: endereço de e-mail alterado',
  'tell-deletion-requested': 'E-mail: exclusão da conta pedida',
  'forward-contact-message': 'E-mail à equipe: mensagem de contato',
  'acknowledge-contact-message': 'E-mail: mensagem recebida',
  'prepare-file': 'Preparar arquivo',
  'tell-of-expiry': 'E-mail: vencimento de assinaturas',
  'tell-staff-undispatched': 'E-mail à equipe: exemplares não enviados',
  'tell-dispatched': 'E-mail: expedição enviada',
  'acknowledge-withdrawal': 'E-mail: desistência recebida',
  'forward-withdrawal': 'E-mail à equipe: desistência',
  'resend-mail': 'Reenviar e-mail',
  'expire-subscriptions': 'Vencer assinaturas',
  'remind-of-expiry': 'Avisar dos vencimentos',
  sweep: 'Limpeza',
}

/** The name of a job or of a schedule, for staff. */
export function jobName(job: string): string {
  return jobWords[job] ?? job
}

const countNames: Readonly<Record<string, string>> = {
  undispatched: 'não enviados',
  expired: 'vencidos',
  restored: 'de volta ao que eram',
  mails: 'e-mails',
  units: 'assinaturas',
  sessions: 'sessões',
  quotes: 'cotações de frete',
  tries: 'tentativas de login',
  passwordResets: 'links de senha',
  emailRequests: 'pedidos de e-mail',
  drafts: 'compras não terminadas',
  carts: 'carrinhos',
  outbox: 'tarefas feitas',
  postalCodes: 'CEPs guardados',
  emailChanges: 'trocas de e-mail',
  accounts: 'contas anonimizadas',
  oldOrders: 'pedidos anonimizados',
  oldShipments: 'expedições anonimizadas',
  scheduleRuns: 'execuções antigas',
  workerBeats: 'sinais antigos',
  photos: 'fotos',
  preparedFiles: 'arquivos preparados',
  parts: 'restos de arquivos',
}

/** What a run of the clock did, counted: 'vencidos: 4, e-mails: 1'; what it had none of is left out. */
export function countsWords(counts: Readonly<Record<string, unknown>>): string | null {
  const some = Object.entries(counts).filter(([, count]) => count !== 0)
  return some.map(([what, count]) => `${countNames[what] ?? what}: ${count}`).join(', ') || null
}

/** How long ago, in one unit: 'há 12 s', 'há 5 min', 'há 3 h', 'há 2 dias'. */
export function ageWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `há ${seconds} s`
  if (seconds < 3600) return `há ${Math.floor(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `há ${Math.floor(seconds / 3600)} h`
  return `há ${Math.floor(seconds / 86_400)} dias`
}
