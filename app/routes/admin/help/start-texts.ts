import { paths } from '#app/paths.ts'
import type { HelpText } from '#app/routes/admin/help/help-text.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'

export const firstSteps: HelpText = {
  title: settingTitles.firstSteps,
  section: 'Começar',
  purpose:
    'Mostra o que ainda falta para uma loja nova vender. Cada passo é julgado pelo que está gravado; nada se marca à mão.',
  screen: paths.admin.firstSteps(),
  tasks: [
    {
      title: 'Abrir a loja',
      steps: [
        `Abra Configurações, ${settingTitles.firstSteps}. Só administradores veem a página.`,
        'Siga os passos de cima para baixo; o link de cada um leva ao formulário.',
        'No passo do e-mail, aperte “Enviar e-mail de teste”. A página diz se a mensagem saiu; confira se ela chegou.',
        'Quando todos estiverem “Feito”, o aviso some da página Hoje e não volta.',
      ],
    },
  ],
  problems: [
    {
      when: 'O teste ficou “Com problema”.',
      act: 'Leia o motivo ao lado. “Faltam os dados da empresa” se resolve no primeiro passo; os outros dizem respeito ao servidor de e-mail e são de quem cuida da instalação.',
    },
    {
      when: 'O teste saiu, mas não chegou.',
      act: 'Olhe a pasta de spam. Se estiver lá, peça a quem cuida do domínio os registros SPF, DKIM e DMARC.',
    },
  ],
  seeAlso: ['configuracoes', 'banco-e-emissor', 'frete', 'emails'],
}

export const today: HelpText = {
  title: 'Hoje',
  section: 'Começar',
  purpose:
    'Reúne o que espera por uma pessoa agora, na ordem em que convém fazer. O que ninguém precisa fazer não aparece.',
  screen: paths.admin.today(),
  picture:
    'A página Hoje: os assuntos em lista, cada um com o link que o resolve, e a foto que espera há mais tempo.',
  tasks: [
    {
      title: 'A rotina da manhã',
      steps: [
        'Abra Hoje e comece por “Para hoje”: prazos, promessas e problemas.',
        'O link à direita leva direto à tela em que se resolve o assunto.',
        'A foto que espera há mais tempo pode ser aprovada ali mesmo; a fila continua sozinha.',
        'Volte a Hoje até ler “Nada espera por você.”',
      ],
    },
  ],
  problems: [
    {
      when: '“Nenhum trabalhador responde” ou “cuida de: …”.',
      act: 'O programa do segundo plano parou, todo ou em parte. Avise quem cuida da instalação; nada se perde, e tudo sai quando ele voltar.',
    },
    {
      when: '“Nenhum trabalhador alcança as filas”.',
      act: 'O programa funciona, mas o Redis parou, está cheio ou mudou de senha. Avise também; nada se perde.',
    },
    {
      when: '“Pedido com nota fiscal recusada” ou “há mais de um dia sem resposta”.',
      act: 'Abra o pedido, leia as palavras da Receita, corrija e use “Emitir de novo”.',
    },
    {
      when: '“Nota fiscal em vigor de pedido cancelado”.',
      act: 'Abra o pedido e cancele a nota no prazo; depois dele, fale com o contador.',
    },
    {
      when: '“Depois da recuperação: … talvez já feitas”.',
      act: 'A loja voltou de uma cópia de segurança. Em “Decidir”, diga o que enviar de novo e o que já foi feito.',
    },
    {
      when: '“A última cópia de segurança é de…” ou “Nenhuma cópia…”, só para administradores.',
      act: 'Avise quem cuida da instalação: a cópia diária não terminou ou não avisou a loja.',
    },
    {
      when: '“Pedido com boleto que o banco recusou” ou “com baixa … que o banco recusou”.',
      act: 'O motivo está em “Boletos” do pedido. Corrija os dados de cobrança, registre de novo, use “Novo vencimento” ou peça a baixa de novo. O comprador já foi avisado.',
    },
    {
      when: '“Mensagem de contato sem resposta”.',
      act: 'Responda por e-mail até o dia da lista e marque como respondida. “Reabrir” desfaz.',
    },
    {
      when: '“Volume voltou ao remetente” ou “frete a combinar”.',
      act: 'Fale com o cliente; a linha some com a nova expedição.',
    },
    {
      when: 'E-mails recusados ou devolvidos.',
      act: 'Abra a lista, veja o motivo, corrija o endereço e reenvie.',
    },
  ],
  seeAlso: ['fotos', 'aguardando-envio', 'recebimentos', 'emails'],
}

export const lists: HelpText = {
  title: 'Listas, busca e visões',
  section: 'Começar',
  purpose:
    'O que vale em toda tela: achar um registro, filtrar uma lista, guardar um modo de vê-la e exportá-la.',
  screen: paths.admin.search(),
  tasks: [
    {
      title: 'Achar um registro',
      steps: [
        'Escreva no campo “Buscar em tudo”, no alto: número, nome, e-mail, telefone, CPF, CNPJ, NF-e, nosso número, matrícula ou código de rastreamento.',
        'Se só um registro servir, a tela dele abre direto; se forem vários, escolha na lista.',
        'Um número sozinho pode ser de várias coisas. “pedido 12” vai ao pedido.',
      ],
    },
    {
      title: 'Guardar uma visão',
      steps: [
        'Filtre e ordene a lista como precisa; no celular, abra “Filtros”. Em “Colunas e visões”, abaixo dela, escolha as colunas.',
        'Dê um nome e aperte “Guardar visão”. São até vinte por lista, e só você as vê.',
        'A busca e a página não ficam na visão.',
      ],
    },
    {
      title: 'Exportar',
      steps: [
        '“Exportar Excel” e “Exportar CSV” baixam o que os filtros mostram, todas as páginas e todas as colunas.',
        'Prefira o Excel. No CSV, números como 000123 vêm com uma palavra antes (nº, v., cód.) para a planilha não trocá-los.',
        'Nos relatórios há também PDF.',
      ],
    },
  ],
  problems: [
    {
      when: 'A busca não encontra alguém que existe.',
      act: 'Escreva menos: o começo do nome, só os números do documento, parte da matrícula. Acentos e maiúsculas não importam.',
    },
    {
      when: 'Ao salvar, um aviso diz que outra pessoa salvou este registro.',
      act: 'A página mostra o que está gravado e o que você digitou. Confira e salve outra vez; o que você digitou continua no formulário, e os campos em que você não mexeu já mostram o que está gravado.',
    },
  ],
  keys: [
    { key: 'Ctrl+K', action: 'leva ao campo “Buscar em tudo” em qualquer tela' },
    { key: 'Tab', action: 'passa ao próximo campo; o primeiro link da página pula para o conteúdo' },
    { key: 'Enter', action: 'no formulário, aperta o botão principal' },
  ],
}
