import { z } from 'zod'

// What no page sends, such as a list where one text belongs, has no words of the shop; calls of programs have it too.
z.config(z.locales.ptBR())
