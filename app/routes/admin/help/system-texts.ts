import { paths } from '#app/paths.ts'
import type { HelpText } from '#app/routes/admin/help/help-text.ts'
import { carrierNames } from '#app/text/checkout/carriers.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'

export const mails: HelpText = {
  title: 'E-mails e avisos',
  section: 'Loja e sistema',
  purpose: 'Cada e-mail que a loja mandou: a quem, quando, se saiu e por que não saiu.',
  screen: paths.admin.mails(),
  tasks: [
    {
      title: '“Não recebi o e-mail”',
      steps: [
        'Busque pelo endereço ou pelo número do pedido.',
        '“Enviado” quer dizer que o servidor aceitou: peça ao cliente que olhe o spam.',
        '“Reenviar” escreve a mensagem de novo com os dados de agora.',
      ],
    },
  ],
  problems: [
    {
      when: '“Recusado”.',
      act: 'O endereço não existe. Corrija no cadastro do cliente e reenvie.',
    },
    {
      when: '“Devolvido pelo servidor do destinatário”.',
      act: 'Um servidor aceitou a mensagem e a devolveu depois. Se a página do cliente diz “E-mail recusado pelo servidor”, confira o endereço por telefone; um endereço novo apaga o aviso.',
    },
    {
      when: '“Não enviado: o cliente não quer estes avisos”.',
      act: 'Nada a fazer: o cliente parou de receber avisos de vencimento ou de nova revisão, e reenviar não muda isso. Ele volta a recebê-los em Meus dados.',
    },
    {
      when: '“Falhou, será tentado de novo”.',
      act: 'O servidor de e-mail está fora. A loja tenta sozinha; se durar horas, avise quem cuida da instalação.',
    },
    {
      when: 'Não há botão para reenviar.',
      act: 'Links de senha não se repetem: a pessoa pede outro em “Esqueci a senha”.',
    },
  ],
  seeAlso: ['clientes', 'tarefas', 'revisoes'],
}

export const tasks: HelpText = {
  title: 'Tarefas',
  section: 'Loja e sistema',
  purpose:
    'O que a loja prometeu fazer em segundo plano (boletos, e-mails, PDFs, rotinas do relógio) e os programas que o fazem.',
  screen: paths.admin.jobs(),
  tasks: [
    {
      title: 'Resolver uma tarefa parada',
      steps: [
        'Leia o motivo ao lado da tarefa e resolva-o: quase sempre falta um dado.',
        'Aperte “Tentar de novo”, ou “Tentar todas de novo”.',
      ],
    },
    {
      title: 'Corrigir totais que diferem dos pedidos',
      steps: [
        'Toda noite a loja compara os totais dos relatórios de clientes e produtos com os pedidos. O que difere aparece aqui, por período, e em “Hoje”.',
        'Aperte “Corrigir pelos pedidos”: os relatórios voltam a somar o que está nos pedidos. Pedidos e pagamentos não mudam, e o histórico guarda quem corrigiu.',
      ],
    },
    {
      title: 'Decidir sobre as “Talvez já feitas”, depois de uma recuperação',
      steps: [
        'Elas aparecem quando a loja voltou de uma cópia de segurança: estavam abertas na cópia e podem ter sido feitas depois dela.',
        'Confira o que chegou: pergunte a quem cuida do servidor de e-mail, ou ao cliente.',
        'Aperte “Enviar de novo” ou “Já foi feito”, em cada uma ou em todas de um tipo. Nada sai sem a sua decisão, e tudo fica no Histórico.',
        'Os boletos que faltavam saem com números novos. Quem pagar um boleto de antes aparece em Recebimentos, sem pedido.',
      ],
    },
  ],
  problems: [
    {
      when: '“Nenhum trabalhador deu sinal no último minuto”.',
      act: 'O programa do segundo plano parou. Avise quem cuida da instalação. O que está na fila sai quando ele voltar, uma vez só.',
    },
    {
      when: '“Nenhum trabalhador cuida de: …”.',
      act: 'Há quem trabalhe em segundo plano, mas ninguém para as filas nomeadas. Avise quem cuida da instalação; o que é delas espera e nada se perde.',
    },
    {
      when: 'A mesma tarefa falha sempre.',
      act: 'Copie o motivo, com o código entre parênteses se houver, e mande a quem cuida da instalação.',
    },
  ],
  seeAlso: ['hoje', 'emails'],
}

export const history: HelpText = {
  title: 'Histórico',
  section: 'Loja e sistema',
  purpose:
    'Quem fez o quê, quando, e o que mudou, em toda a loja. Nada se apaga dele; de uma conta excluída ficam os atos, sem os dados.',
  screen: paths.admin.history(),
  tasks: [
    {
      title: 'Saber quem mudou algo',
      steps: [
        'Filtre por pessoa, registro, ação ou período.',
        'Cada linha leva ao registro. Na página dele está o histórico só dele.',
        '“sistema” quer dizer que foi o relógio ou o banco, não uma pessoa.',
      ],
    },
  ],
  problems: [
    {
      when: 'Uma mudança não aparece.',
      act: 'Visões, colunas e buscas não são mudanças da loja e não ficam no histórico.',
    },
  ],
  seeAlso: ['acesso-e-papeis'],
}

export const settings: HelpText = {
  title: 'Configurações',
  section: 'Loja e sistema',
  purpose: 'O que vale para a loja toda: empresa, regras, prazos e o arquivo de status.',
  screen: paths.admin.settings(),
  picture: 'As configurações em lista, com o valor de cada uma e o link Alterar.',
  tasks: [
    {
      title: 'Mudar uma regra',
      steps: [
        'Abra a linha e “Alterar”. Embaixo do formulário está quem mudou antes, e de quanto para quanto.',
        'Prazos valem para os próximos pedidos e boletos; os já feitos ficam com o que foi prometido.',
      ],
    },
    {
      title: 'Pôr o logotipo e as cores da empresa',
      steps: [
        `“${settingTitles.appearance}”: envie um PNG ou JPEG e escreva as duas cores, como #0a4d5f.`,
        'Cores claras demais não são aceitas; o erro diz o contraste que falta.',
        '“Voltar ao padrão” traz de volta a marca da loja. E-mails e documentos novos já saem com a mudança.',
      ],
    },
    {
      title: 'Trocar o arquivo de status',
      steps: [
        'Envie o PDF em “Arquivo de status”. Ele substitui a lista que a loja gera do catálogo.',
        'Retire-o para a lista gerada voltar.',
      ],
    },
  ],
  problems: [
    {
      when: 'Não há “Alterar” ao lado.',
      act: 'Empresa, convênio, emissor, chaves e webhooks são de administradores.',
    },
  ],
  seeAlso: ['primeiros-passos', 'banco-e-emissor', 'frete', 'integracoes'],
}

export const bank: HelpText = {
  title: 'Convênio bancário e emissor',
  section: 'Loja e sistema',
  purpose: 'Com que banco, ou por que gateway, a loja emite os boletos.',
  screen: paths.admin.setting('bank'),
  picture: 'O convênio bancário: o banco e os campos da carta dele.',
  tasks: [
    {
      title: 'Preencher o convênio',
      steps: [
        'Tenha à mão a carta do banco: agência, conta, convênio, carteira e o primeiro nosso número.',
        'Escolha o banco e preencha como está na carta. Cada campo diz o que espera.',
        'Gere um boleto de valor pequeno e mande-o ao banco para homologar antes de vender.',
      ],
    },
    {
      title: 'Cobrar multa e juros de quem paga atrasado, ou dar desconto',
      steps: [
        `Em “${settingTitles.charges}”, preencha o que a loja cobra. Vazio quer dizer nada.`,
        'Os próximos boletos saem com isso impresso e registrado; os já emitidos não mudam.',
        'Quem paga atrasado o valor certo tem o pedido confirmado. Quem paga só o valor do boleto aparece em “Recebimentos”, com o que faltou.',
      ],
    },
    {
      title: 'Passar do convênio ao gateway, ou voltar',
      steps: [
        `Em “${settingTitles.issuer}”, escolha. Vale para os próximos.`,
        'Os boletos já emitidos continuam com quem os emitiu.',
      ],
    },
    {
      title: 'Oferecer o Pix do banco',
      steps: [
        'Contrate com o banco do convênio a API Pix. O certificado e o acesso ficam na instalação; peça a quem cuida dela.',
        'Em “Pix do banco”, digite a chave da conta do convênio, marque “Oferecer” e salve.',
        'Espere o resultado do teste na mesma página. Vale para os próximos boletos.',
        'Pago o Pix, o boleto entra na próxima remessa para ser baixado; pago o boleto, o Pix sai do banco.',
      ],
    },
  ],
  problems: [
    {
      when: 'Os números do convênio acabaram.',
      act: 'Peça outra carteira ao banco. Um nosso número nunca é dado duas vezes.',
    },
    {
      when: 'O gateway está “sem acesso”.',
      act: 'A chave fica no ambiente da instalação; peça a quem cuida dela.',
    },
    {
      when: 'O teste do Pix não passa.',
      act: 'A página diz o que o banco recusou. O boleto sai assim mesmo, sem Pix; o que falta aparece em Tarefas.',
    },
  ],
  seeAlso: ['remessas', 'boletos', 'primeiros-passos'],
}

export const fiscalCodes: HelpText = {
  title: 'Códigos fiscais',
  section: 'Loja e sistema',
  purpose: 'O que as notas fiscais dizem da empresa e de cada publicação. A contabilidade decide os códigos.',
  screen: paths.admin.setting('fiscal'),
  tasks: [
    {
      title: 'Dizer como a empresa emite notas',
      steps: [
        `Em Configurações, “${settingTitles.fiscal}” (só administradores): regime, inscrições, série e ambiente.`,
        'Em “NFS-e emitida por” a página diz quem emite hoje e por quê. No Emissor Nacional, preencha também os tributos aproximados.',
        'Abaixo, em “Códigos por tipo de publicação”, mude o que vale para cada tipo, impresso ou para download.',
      ],
    },
    {
      title: 'Mudar um código de muitas publicações',
      steps: [
        'Em Publicações, “Códigos fiscais”: filtre, escolha o que muda e o novo código, “Conferir a alteração”.',
        'Veja o de agora e o de depois, desmarque as que ficam como estão e confirme.',
        'Para voltar, faça o mesmo com o código vazio: cada publicação volta ao padrão do tipo.',
      ],
    },
    {
      title: 'Levar o vendido à contabilidade',
      steps: ['Em Relatórios, “Itens para nota fiscal”: escolha o período e baixe em CSV, Excel ou JSON.'],
    },
  ],
  problems: [
    {
      when: 'O pedido diz “Falta para emitir”.',
      act: 'Cada linha leva à página onde se corrige: empresa, fiscal ou publicação.',
    },
    {
      when: '“Falta o código de tributação nacional”.',
      act: 'O Emissor Nacional pede seis números, como 01.05.01. A contabilidade informa; ponha-o na publicação ou no tipo.',
    },
    {
      when: '“A cidade do cliente não tem código do IBGE”.',
      act: 'O nome da cidade não é o oficial. Corrija-o no cadastro do cliente; vale para os próximos pedidos.',
    },
  ],
  seeAlso: ['notas-fiscais', 'configuracoes'],
}

export const freight: HelpText = {
  title: 'Frete',
  section: 'Loja e sistema',
  purpose: `A tabela de frete por serviço, região e peso, para quando não há contrato com ${carrierNames.name}.`,
  screen: paths.admin.setting('freight'),
  tasks: [
    {
      title: 'Preencher uma combinação',
      steps: [
        'Escolha serviço e região; cada linha é um peso máximo, um valor e dias úteis.',
        'Deixe uma linha vazia para tirá-la. Sem linhas o serviço não é oferecido ali.',
        'Pedidos já feitos ficam com o frete que tinham.',
      ],
    },
  ],
  problems: [
    {
      when: 'O cliente só vê “À Combinar”.',
      act: 'Nenhuma linha cobre o peso dele na região. Inclua um peso maior.',
    },
    {
      when: 'O prazo parece curto.',
      act: `Aos dias da tabela somam-se os de preparo, em ${settingTitles.shop}.`,
    },
  ],
  seeAlso: ['configuracoes', 'expedicoes'],
}

export const integrations: HelpText = {
  title: 'Integrações: API, webhooks e importação',
  section: 'Loja e sistema',
  purpose:
    'Como outros programas da empresa leem e escrevem na loja, são avisados do que acontece, e como se traz o que havia antes.',
  screen: paths.admin.setting('api_keys'),
  tasks: [
    {
      title: 'Dar acesso a um programa',
      steps: [
        'Chaves da API: nome do programa e só as permissões de que precisa. “Criar chave”.',
        'Copie a chave na hora: ela não aparece outra vez.',
        'A descrição das chamadas está na documentação da API, com link nas Configurações.',
      ],
    },
    {
      title: 'Avisar um sistema',
      steps: [
        'Webhooks: endereço https e eventos. Copie o segredo na hora.',
        '“Enviar teste” e veja a resposta em “Avisos enviados”.',
      ],
    },
    {
      title: 'Importar um CSV de publicações, frete ou clientes',
      steps: [
        'Em Importações (só administradores), baixe o modelo, preencha-o e aperte “Enviar e conferir”. Nada é gravado ainda.',
        'Leia linha por linha o que é novo, muda, fica igual ou tem erro. “Gravar” ou “Descartar”; ninguém recebe e-mail.',
        'Coluna que falta deixa o campo como está; célula vazia esvazia o campo.',
        'Uma versão nova faz esperar envio quem assina o impresso: a conferência diz quantas assinaturas são.',
      ],
    },
    {
      title: 'Trazer tudo de outro sistema',
      steps: [
        'Isso roda por comando, com quem cuida da instalação, primeiro como ensaio.',
        'Em Importações você vê o que entrou, o que não, e se as somas conferem.',
      ],
    },
  ],
  problems: [
    {
      when: 'Um aviso não foi entregue.',
      act: 'A loja tenta de novo por horas. Depois, abra o aviso, leia a resposta do sistema e envie outra vez.',
    },
    {
      when: '“O registro mudou depois da conferência”.',
      act: 'Alguém o alterou no meio tempo. A linha ficou de fora: confira e envie o arquivo de novo.',
    },
    {
      when: 'A chave vazou.',
      act: 'Encerre-a já e crie outra. Ela deixa de valer na hora.',
    },
  ],
  seeAlso: ['configuracoes', 'acesso-e-papeis'],
}
