/** A sprint as other elements show it. */
export interface MilestoneCard {
  id: number;
  project: number;
  name: string;
  slug: string;
  closed: boolean;
  estimated_start: string;
  estimated_finish: string;
}

/** An epic as its user stories show it. */
export interface EpicCard {
  id: number;
  project: number;
  ref: number;
  subject: string;
  color: string;
}

/** How far an epic is. */
export interface EpicProgress {
  /** Of the epic. */
  id: number;
  /** Stories in the epic. */
  total: number;
  /** Adds 1 for a closed story, else its share of closed tasks; null without stories. */
  progress: number | null;
}

/** An element that a ref stands for. */
export interface ElementReference {
  kind: 'epic' | 'us' | 'task' | 'issue';
  id: number;
  project: number;
  ref: number;
  subject: string;
}
