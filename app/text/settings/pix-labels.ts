import { normalisePixKey } from '#app/domain/charges/pix-key.ts'
import type { PixCheckOutcome, PixSetting } from '#app/domain/settings/own-pix.ts'
import type { SettingLabels } from '#app/text/settings/field-labels.ts'

export const pixLabels: SettingLabels<PixSetting> = {
  isOffered: { label: 'Oferecer Pix ao lado do boleto' },
  key: {
    label: 'Chave Pix',
    hint: 'Da conta do convênio: CNPJ, e-mail, telefone com +55 ou chave aleatória.',
    fault: 'Chave incorreta: digite CNPJ, CPF, e-mail, telefone como +5514999990000 ou a chave aleatória',
    parse: (text) => normalisePixKey(text)?.key ?? null,
  },
  kind: {
    label: 'Tipo de cobrança',
    options: { cobv: 'Com vencimento (cobv)', cob: 'Imediata (cob)' },
    fault: 'Escolha o tipo de cobrança',
  },
}

type CheckLabel = { tone: 'good' | 'warn' | 'bad'; title: string; text: string }

export const pixCheckLabels: Readonly<Record<PixCheckOutcome, CheckLabel>> = {
  works: {
    tone: 'good',
    title: 'O banco respondeu',
    text: 'Certificado, acesso e chave estão certos, e o banco avisa a loja de cada Pix recebido.',
  },
  access: {
    tone: 'bad',
    title: 'O banco recusou o acesso',
    text: 'Peça a quem cuida da instalação que confira o cliente e o segredo do acesso, e ao banco que libere a API Pix com todas as permissões.',
  },
  certificate: {
    tone: 'bad',
    title: 'O certificado não foi aceito',
    text: 'Peça a quem cuida da instalação que confira os arquivos do certificado e da chave dele, a validade, e se é o que o banco cadastrou.',
  },
  unreachable: {
    tone: 'warn',
    title: 'O banco não respondeu',
    text: 'Tente de novo em alguns minutos. Se continuar, peça a quem cuida da instalação que confira os endereços do banco e o certificado: há bancos que desligam quando não o conhecem.',
  },
  refused: {
    tone: 'bad',
    title: 'O banco recusou a chave ou o endereço dos avisos',
    text: 'Confira se a chave é da conta deste acesso e se a loja é alcançada pela internet, por https.',
  },
  missing: {
    tone: 'warn',
    title: 'Falta o acesso ou a chave',
    text: 'Sem o acesso na instalação e sem a chave aqui, não há o que testar.',
  },
}
