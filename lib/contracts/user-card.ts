/** What every service may know of an account; kept in memory by each process. */
export interface UserCard {
  id: number;
  username: string;
  full_name: string;
  /** full_name, or the username when that is empty. */
  full_name_display: string;
  /** Absolute addresses of the 80×80 and 300×300 crops, or null. */
  photo: string | null;
  big_photo: string | null;
  gravatar_id: string;
  color: string;
  lang: string;
  is_active: boolean;
  is_system: boolean;
  is_superuser: boolean;
  /** Whether the address is confirmed. */
  verified_email: boolean;
  date_joined: string;
  /** Of the projects that the user owns; null is no limit (projects.md §2). */
  max_private_projects: number | null;
  max_public_projects: number | null;
  max_memberships_private_projects: number | null;
  max_memberships_public_projects: number | null;
}

/** The basic user inside other objects (users.md §1). */
export interface BasicUser {
  id: number;
  username: string;
  full_name_display: string;
  photo: string | null;
  big_photo: string | null;
  gravatar_id: string;
  is_active: boolean;
}

/** A user's place in all projects. */
export interface Standing {
  id: number;
  /** Different names of the user's roles. */
  roles: string[];
  /** Projects owned. */
  total_private_projects: number;
  total_public_projects: number;
}
