import type { PixCheckOutcome, PixKind } from '#app/domain/settings/own-pix.ts'

export const pixSettingLabels = {
  title: 'Pix do banco',
  isOffered: 'Oferecer Pix ao lado do boleto',
  key: 'Chave Pix',
  kind: 'Tipo de cobrança',
}

export const pixKindLabels: Readonly<Record<PixKind, string>> = {
  cobv: 'Com vencimento (cobv)',
  cob: 'Imediata (cob)',
}

type Words = { tone: 'good' | 'warn' | 'bad'; title: string; text: string }

export const pixCheckLabels: Readonly<Record<PixCheckOutcome, Words>> = {
  works: {
    tone: 'good',
    title: 'O banco respondeu',
    text: 'Certificado, acesso e chave estão certos, e o banco avisa a loja de cada Pix recebido.',
  },
  access: {
    tone: 'bad',
    title: 'O banco recusou o acesso',
    text: 'Confira o cliente e o segredo (PIX_CLIENT_ID e PIX_CLIENT_SECRET), e se o banco liberou a API Pix com todas as permissões.',
  },
  certificate: {
    tone: 'bad',
    title: 'O certificado não foi aceito',
    text: 'Confira os arquivos do certificado e da chave dele (PIX_CERT_FILE e PIX_KEY_FILE), a validade, e se é o que o banco cadastrou.',
  },
  unreachable: {
    tone: 'warn',
    title: 'O banco não respondeu',
    text: 'Tente de novo em alguns minutos. Se continuar, confira os endereços (PIX_URL e PIX_TOKEN_URL) e o certificado: há bancos que desligam quando não o conhecem.',
  },
  refused: {
    tone: 'bad',
    title: 'O banco recusou a chave ou o endereço dos avisos',
    text: 'Confira se a chave é da conta deste acesso e se a loja é alcançada pela internet, por https.',
  },
  missing: {
    tone: 'warn',
    title: 'Falta o acesso ou a chave',
    text: 'Sem as variáveis PIX_… na instalação e sem a chave aqui, não há o que testar.',
  },
}
