import type { Words } from './words';

const short = { userstory: 'historia de usuario', task: 'tarea', issue: 'petición', epic: 'épica', wikipage: 'página del wiki' };
const done = { create: 'Creada', change: 'Actualizada', delete: 'Eliminada' };
const verbs = { create: 'ha creado', change: 'ha actualizado', delete: 'ha eliminado' };

/** Notifications in Spanish. */
export const es: Words = {
  subject: (action, kind) => `${done[action]} la ${short[kind]}`,
  happened: ({ author, action, kind, element, project }) => `${author} ${verbs[action]} la ${short[kind]} ${element} en ${project}.`,
  open: (kind) => `Ver la ${short[kind]}`,
  settings: 'Elegir qué avisos recibes por correo',
  comment: 'Comentario:',
  fields: {
    subject: 'Asunto',
    description: 'Descripción',
    content: 'Contenido',
    status: 'Estado',
    type: 'Tipo',
    priority: 'Prioridad',
    severity: 'Gravedad',
    milestone: 'Sprint',
    swimlane: 'Calle',
    user_story: 'Historia de usuario',
    owner: 'Creada por',
    assigned_to: 'Asignada a',
    assigned_users: 'Asignada a',
    points: 'Puntos',
    tags: 'Etiquetas',
    attachments: 'Adjuntos',
    custom_attributes: 'Campo personalizado',
    due_date: 'Fecha límite',
    color: 'Color',
    is_blocked: 'Bloqueada',
    blocked_note: 'Por qué está bloqueada',
    is_iocaine: 'Iocaína',
    client_requirement: 'Requisito del cliente',
    team_requirement: 'Requisito del equipo',
  },
  yes: 'sí',
  no: 'no',
  nothing: 'nada',
  somebody: 'Alguien',
  attachments: { new: 'Adjunto añadido', changed: 'Adjunto cambiado', deleted: 'Adjunto eliminado' },
};
