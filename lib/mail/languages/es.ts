import type { MailTemplates } from '../templates';

/** The mails in Spanish. */
export const es: MailTemplates = {
  registration: {
    subject: ({ product }) => `¡Te damos la bienvenida a ${product}!`,
    blocks: ({ product, name, verifyUrl, cancelUrl }) => [
      `Hola, ${name}:`,
      `te damos la bienvenida a ${product}. Confirma que esta dirección es tuya:`,
      { label: 'Confirmar tu dirección', link: verifyUrl },
      'Si no has pedido esta cuenta, puedes eliminarla:',
      { label: 'Eliminar la cuenta', link: cancelUrl },
    ],
  },
  verify_email: {
    subject: ({ product }) => `[${product}] Verifica tu dirección de correo`,
    blocks: ({ name, verifyUrl }) => [
      `Hola, ${name}:`,
      'confirma que esta dirección es tuya:',
      { label: 'Confirmar tu dirección', link: verifyUrl },
    ],
  },
  change_email: {
    subject: ({ product }) => `[${product}] Cambio de dirección de correo`,
    blocks: ({ product, name, changeUrl }) => [
      `Hola, ${name}:`,
      `has pedido usar esta dirección para tu cuenta de ${product} a partir de ahora. Confírmalo:`,
      { label: 'Confirmar la nueva dirección', link: changeUrl },
      'Si no lo has pedido, no hagas caso de este mensaje.',
    ],
  },
  password_recovery: {
    subject: ({ product }) => `[${product}] Recuperación de contraseña`,
    blocks: ({ product, name, recoveryUrl }) => [
      `Hola, ${name}:`,
      `alguien ha pedido una nueva contraseña para tu cuenta de ${product}. Puedes elegirla aquí:`,
      { label: 'Elegir una nueva contraseña', link: recoveryUrl },
      'Si no has sido tú, no hagas caso de este mensaje: tu contraseña sigue igual.',
    ],
  },
  invitation: {
    subject: ({ product, project }) => `[${product}] Invitación al proyecto «${project}»`,
    blocks: ({ product, inviter, project, extraText, invitationUrl }) => [
      `${inviter} te invita a participar en el proyecto ${project} en ${product}.`,
      { quote: extraText },
      { label: 'Aceptar la invitación', link: invitationUrl },
    ],
  },
  membership_added: {
    subject: ({ product, project }) => `[${product}] Ya participas en el proyecto «${project}»`,
    blocks: ({ inviter, project, projectUrl }) => [
      `${inviter} te ha añadido al proyecto ${project}.`,
      { label: 'Ir al proyecto', link: projectUrl },
    ],
  },
  transfer_request: {
    subject: ({ product, project }) => `[${product}] Petición de traspaso del proyecto: ${project}`,
    blocks: ({ requester, project, projectUrl }) => [
      `${requester} te pide la propiedad de tu proyecto ${project}. Puedes ofrecérsela en los ajustes del proyecto.`,
      { label: 'Ir al proyecto', link: projectUrl },
    ],
  },
  transfer_start: {
    subject: ({ product, project }) => `[${product}] Oferta de traspaso del proyecto: ${project}`,
    blocks: ({ owner, project, reason, transferUrl }) => [
      `${owner} te ofrece la propiedad del proyecto ${project}.`,
      { quote: reason },
      { label: 'Aceptar o rechazar', link: transferUrl },
      'La oferta vale durante siete días.',
    ],
  },
  transfer_accept: {
    subject: ({ product, project }) => `[${product}] Oferta de traspaso aceptada: ${project}`,
    blocks: ({ newOwner, project, reason, projectUrl }) => [
      `${newOwner} ha aceptado tu oferta y ahora el proyecto ${project} es suyo. Sigues administrándolo.`,
      { quote: reason },
      { label: 'Ir al proyecto', link: projectUrl },
    ],
  },
  transfer_reject: {
    subject: ({ product, project }) => `[${product}] Oferta de traspaso rechazada: ${project}`,
    blocks: ({ refuser, project, reason, projectUrl }) => [
      `${refuser} ha rechazado tu oferta. El proyecto ${project} sigue siendo tuyo.`,
      { quote: reason },
      { label: 'Ir al proyecto', link: projectUrl },
    ],
  },
  contact: {
    subject: ({ product, sender, project }) => `[${product}] ${sender} ha enviado un mensaje al proyecto ${project}`,
    blocks: ({ product, sender, project, comment, projectUrl }) => [
      `${sender} ha escrito al proyecto ${project}:`,
      { quote: comment },
      { label: 'Ir al proyecto', link: projectUrl },
      `Recibes este mensaje porque administras el proyecto en ${product}. Respóndelo para escribir a quien lo envía.`,
    ],
  },
  webhook_disabled: {
    subject: ({ product, project }) => `[${product}] Webhook desactivado en el proyecto «${project}»`,
    blocks: ({ product, project, name, url, reason, settingsUrl }) => [
      `${product} ya no llama al webhook ${name} del proyecto ${project}: ${
        reason === 'gone' ? 'su receptor dice que ya no existe.' : 'su receptor ha fallado durante un día entero.'
      }`,
      `Dirección del receptor: ${url}`,
      { label: 'Guarda o prueba el webhook para activarlo de nuevo', link: settingsUrl },
    ],
  },
  dump_ready: {
    subject: ({ product, project }) => `[${product}] El volcado del proyecto '${project}' está listo`,
    blocks: ({ project, url, hours }) => [
      `Has pedido un volcado del proyecto ${project}. Puedes descargarlo aquí:`,
      { label: 'Descargar el volcado', link: url },
      `El archivo se borrará dentro de ${hours} hora${hours === 1 ? '' : 's'}.`,
    ],
  },
  dump_failed: {
    subject: ({ product, project }) => `[${product}] No se ha podido crear el volcado del proyecto '${project}'`,
    blocks: ({ project }) => [`Has pedido un volcado del proyecto ${project}, pero algo ha fallado. Inténtalo de nuevo más tarde.`],
  },
  import_done: {
    subject: ({ product, project }) => `[${product}] El proyecto '${project}' se ha importado`,
    blocks: ({ project, projectUrl }) => [
      `El proyecto ${project} que querías importar está completo.`,
      { label: 'Ir al proyecto', link: projectUrl },
    ],
  },
  import_failed: {
    subject: ({ product }) => `[${product}] Tu importación ha fallado`,
    blocks: ({ reason }) => ['No se ha podido crear el proyecto que querías importar y no se ha guardado nada de él:', { quote: reason }],
  },
  table_done: {
    subject: ({ product, project }) => `[${product}] Tu tabla se ha importado en el proyecto '${project}'`,
    blocks: ({ project, created, projectUrl }) => [
      `Las filas de tu tabla ya están en el proyecto ${project}: ${created}.`,
      { label: 'Ir al proyecto', link: projectUrl },
    ],
  },
  table_failed: {
    subject: ({ product, project }) => `[${product}] No se ha podido importar tu tabla en el proyecto '${project}'`,
    blocks: ({ project, reason }) => [
      `La tabla que querías importar en el proyecto ${project} no se ha podido incorporar:`,
      { quote: reason },
    ],
  },
  feedback: {
    subject: ({ product, name, address }) => `[${product}] Comentarios de ${name} <${address}>`,
    blocks: ({ name, address, comment, host, referrer, userAgent }) => [
      `${name} <${address}> ha escrito:`,
      { quote: comment },
      `Servidor: ${host}`,
      `Página: ${referrer ?? '-'}`,
      `Navegador: ${userAgent ?? '-'}`,
    ],
  },
};
