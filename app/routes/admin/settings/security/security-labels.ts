import type { SecurityKind } from '#app/domain/accounts/security-event.ts'

/** Labels of security events (D127). */
export const securityLabels: Readonly<Record<SecurityKind, string>> = {
  login: 'Entrou',
  'login-failed': 'Senha errada ou conta desconhecida',
  'code-asked': 'Senha certa, código pedido',
  'code-used': 'Código aceito',
  'code-failed': 'Código errado',
  'recovery-code-used': 'Código de recuperação usado',
  'proof-given': 'Confirmou a senha',
  'proof-failed': 'Errou a senha ao confirmar',
  'factor-on': 'Confirmação em duas etapas ligada',
  'factor-off': 'Confirmação em duas etapas desligada',
  'factor-reset': 'Confirmação em duas etapas retirada por um administrador',
  'recovery-codes-renewed': 'Novos códigos de recuperação',
  'passkey-added': 'Chave de acesso criada',
  'passkey-removed': 'Chave de acesso removida',
  'passkey-used': 'Chave de acesso aceita',
  'passkey-failed': 'Chave de acesso recusada',
  'passkey-copied': 'Chave de acesso recusada: talvez copiada',
  'password-changed': 'Senha alterada',
  'roles-changed': 'Papéis alterados',
  'link-asked': 'Link pedido',
  'link-shown': 'Link de nova senha visto pela equipe',
  'link-used': 'Link usado',
  'link-wrong': 'Link vencido ou desconhecido',
  'sessions-ended': 'Sessões encerradas',
  'limit-reached': 'Limite de tentativas',
  'role-refused': 'Sem permissão',
  'key-made': 'Chave da API criada',
  'key-ended': 'Chave da API encerrada',
  'key-refused': 'Chave ou token da API recusado',
  'list-exported': 'Lista baixada',
  'list-read': 'Lista lida pela API',
  'data-exported': 'Cópia dos próprios dados baixada',
}

export const securityOptions = Object.entries(securityLabels).map(([value, label]) => ({ value, label }))

const detailLabels: Readonly<Record<string, string>> = {
  by: 'por',
  link: 'link',
  count: 'quantas',
  limit: 'limite',
  route: 'página',
  operation: 'operação',
  key: 'chave nº',
  list: 'lista',
  at: 'em',
}

const valueLabels: Readonly<Record<string, string>> = {
  password: 'senha',
  code: 'código',
  passkey: 'chave de acesso',
  'new-account': 'conta nova',
  api: 'API',
  email: 'novo e-mail',
  invitation: 'convite',
}

export function formatSecurityDetails(details: Readonly<Record<string, string | number>>): string {
  return Object.entries(details)
    .map(([name, value]) => `${detailLabels[name] ?? name}: ${valueLabels[value] ?? value}`)
    .join('; ')
}
