import './reference.css';

document.title = 'Reference';
