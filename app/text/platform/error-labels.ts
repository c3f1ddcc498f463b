import { formatDateTime } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'

type ErrorLabels = { title: string; text: string; nextLink: 'shop' | 'home' | 'login' | 'retry' }

const outage: ErrorLabels = {
  title: 'Estamos em manutenção rápida',
  text: 'Seu carrinho está salvo; tente de novo em instantes.',
  nextLink: 'retry',
}

const overload: ErrorLabels = {
  title: 'Muitos acessos ao mesmo tempo',
  text: 'A loja está com muitos acessos agora. Espere alguns segundos e tente de novo; seu carrinho está salvo.',
  nextLink: 'retry',
}

const errorLabels: Record<number, ErrorLabels> = {
  400: {
    title: 'Não entendemos o envio',
    text: 'Volte à página anterior e envie o formulário de novo.',
    nextLink: 'home',
  },
  401: {
    title: specTexts.loginWall,
    text: 'Entre com a sua conta para ver esta página.',
    nextLink: 'login',
  },
  403: {
    title: 'Você não tem permissão para isto',
    text: 'Entre com outra conta ou volte ao início.',
    nextLink: 'home',
  },
  404: {
    title: 'Não encontrado',
    text: 'A página mudou de lugar, não existe ou é de outra conta. Confira o link ou siga pela loja.',
    nextLink: 'shop',
  },
  405: { title: 'Não entendemos o envio', text: 'Esta página não recebe formulários.', nextLink: 'home' },
  409: {
    title: 'Alguém mudou isto ao mesmo tempo',
    text: 'Abra a página de novo, confira e repita a mudança.',
    nextLink: 'retry',
  },
  413: {
    title: 'Envio grande demais',
    text: 'O envio passa do tamanho aceito. Volte, reduza os arquivos ou envie um de cada vez; o que você já enviou está guardado.',
    nextLink: 'retry',
  },
  415: {
    title: 'Envio não reconhecido',
    text: 'A loja só recebe formulários. Envie pela página.',
    nextLink: 'home',
  },
  429: {
    title: 'Muitas tentativas',
    text: 'Espere alguns minutos e tente de novo. Seu carrinho está salvo.',
    nextLink: 'retry',
  },
  503: outage,
}

/** Texts for staff, who have no cart but may have been saving a record. */
const staffLabels: Record<number, ErrorLabels> = {
  429: { title: 'Muitas tentativas', text: 'Espere alguns minutos e tente de novo.', nextLink: 'retry' },
  503: {
    title: 'O sistema está ocupado',
    text: 'O banco de dados não respondeu a tempo. Tente de novo em instantes; se estava salvando algo, confira antes se já foi salvo.',
    nextLink: 'retry',
  },
}

const failureText = { title: specTexts.serverError, nextLink: 'home' } as const

/** Returns the texts of an error; `isBusy` means overload, not outage. Others have the text of 500. */
export function formatError(status: number, { isStaff = false, isBusy = false } = {}): ErrorLabels {
  if (status === 503 && isBusy && !isStaff) return overload
  const ownLabels = (isStaff ? staffLabels[status] : undefined) ?? errorLabels[status]
  if (ownLabels) return ownLabels
  const text = isStaff
    ? 'Tente de novo em instantes; se estava salvando algo, confira antes se já foi salvo.'
    : 'Não foi culpa sua. Tente de novo em instantes; seu carrinho está salvo.'
  return { ...failureText, text }
}

export function formatMaintenance(expectedEnd: Date | null): { title: string; text: string } {
  const endText = expectedEnd ? ` Previsão de volta: ${formatDateTime(expectedEnd)}.` : ''
  return {
    title: 'Estamos em manutenção',
    text: `Por enquanto a loja só pode ser consultada.${endText} O que você enviou ainda não foi gravado: depois da manutenção, recarregue esta página e confirme o reenvio.`,
  }
}

/** Returns the text for a database server that does not have the person's latest write yet. */
export function formatLateServer({ isForm }: { isForm: boolean }): { title: string; text: string } {
  const savedText = 'O que você enviou antes está gravado e ainda está chegando a este servidor.'
  const adviceText = isForm
    ? 'O envio de agora ainda não foi gravado: espere alguns segundos, recarregue a página e confirme o reenvio.'
    : 'Espere alguns segundos e tente de novo.'
  return { title: 'Só mais um instante', text: `${savedText} ${adviceText}` }
}
