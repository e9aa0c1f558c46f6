const builtInNames = {
  // statuses
  New: 'Nueva',
  Ready: 'Preparada',
  'In progress': 'En curso',
  'Ready for test': 'Lista para testear',
  Done: 'Hecha',
  Archived: 'Archivada',
  Closed: 'Cerrada',
  'Needs Info': 'Necesita información',
  Rejected: 'Rechazada',
  Postponed: 'Pospuesta',
  // issue types
  Bug: 'Bug',
  Question: 'Pregunta',
  Enhancement: 'Mejora',
  // priorities and severities
  Low: 'Baja',
  Normal: 'Normal',
  High: 'Alta',
  Wishlist: 'Deseada',
  Minor: 'Menor',
  Important: 'Importante',
  Critical: 'Crítica',
  // due dates
  Default: 'Por defecto',
  'Due soon': 'Vence pronto',
  'Past due': 'Vencida',
  // roles
  UX: 'UX',
  Design: 'Diseñador',
  Front: 'Front',
  Back: 'Back',
  'Product Owner': 'Product Owner',
  Stakeholder: 'Stakeholder',
  // project templates
  Scrum: 'Scrum',
  Kanban: 'Kanban',
  'Work in sprints: a prioritised backlog of user stories, sprints with a taskboard, issues and a wiki':
    'Trabaja en sprints: un backlog priorizado de historias de usuario, sprints con panel de tareas, peticiones y un wiki',
  'Continuous work on one board whose columns can have work-in-progress limits':
    'Trabajo continuo en un solo panel cuyas columnas pueden tener límites de trabajo en curso',
  // sections
  Timeline: 'Timeline',
  Epics: 'Épicas',
  Backlog: 'Backlog',
  Issues: 'Peticiones',
  TeamWiki: 'TeamWiki',
};

const messages = {
  'Authentication credentials were not provided.': 'No se han proporcionado las credenciales de autenticación.',
  'Incorrect authentication credentials.': 'Las credenciales de autenticación no son correctas.',
  'You do not have permission to perform this action.': 'No tienes permiso para realizar esta acción.',
  'Not found.': 'No encontrado.',
  'Permission denied': 'Permiso denegado',
  'Authentication required': 'Se necesita autenticación',
  'Blocked element': 'Elemento bloqueado',
  'Archived element': 'Elemento archivado',
  'Token is invalid': 'El token no es válido',
  'Invalid token': 'Token no válido',
  'Bad signature': 'Firma incorrecta',
  'Incomplete arguments': 'Argumentos incompletos',
  'Unexpected error': 'Error inesperado',
  'Server application error': 'Error de la aplicación en el servidor',
  'Method not supported for this endpoint.': 'Este recurso no admite ese método.',
  'This field is required.': 'Este campo es obligatorio.',
  'This field cannot be blank.': 'Este campo no puede estar vacío.',
  'This field may not be blank.': 'Este campo no puede estar vacío.',
  'This field may not be null.': 'Este campo no puede ser nulo.',
  'Invalid data': 'Datos no válidos',
  'Enter a whole number.': 'Introduce un número entero.',
  'Enter a number.': 'Introduce un número.',
  'Enter a valid email address.': 'Introduce una dirección de correo válida.',
  'Enter a valid URL.': 'Introduce una dirección web válida.',
  'The version parameter is not valid': 'El parámetro de versión no es válido',
  "The version doesn't match with the current one": 'La versión no coincide con la actual',
  'Username is already in use.': 'Ese nombre de usuario ya está en uso.',
  'Email is already in use.': 'Esa dirección de correo ya está en uso.',
  'Invalid full name': 'Nombre completo no válido',
  'Invalid username or password.': 'Usuario o contraseña no válidos.',
  'You must accept our terms of service and privacy policy': 'Debes aceptar las condiciones del servicio y la política de privacidad',
  "The project doesn't exist": 'El proyecto no existe',
};

/** Spanish: everything built in, and the usual messages of errors. */
export const es: Readonly<Record<string, string>> = { ...builtInNames, ...messages };
